"""Lists of transactions that say nothing certain, and what can never come of any list."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.providers.moamalat_values import ACCOUNT, CHARGE, declined, listing, read, row
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import Declined, Paid, Unknown
from wasl.providers.moamalat.transactions import read_transactions


@pytest.mark.parametrize(
    "answer",
    [
        listing(Success=False, Message="System error"),
        listing(row(), Success=False),
        listing(TotalCountAllTransaction=1),
        listing(row(), TotalCountAllTransaction=2),
        listing(Success="true"),
        listing(TotalCountAllTransaction="0"),
        listing(Transactions={}),
        listing({}),
        [],
        None,
        "OK",
        {},
    ],
)
def test_an_answer_that_makes_no_sense_is_unknown(answer: object) -> None:
    assert isinstance(read(answer), Unknown)


@pytest.mark.parametrize("field", ["Status", "TransType", "AmountTrxn", "Currency", "RRN"])
def test_a_sale_that_lacks_a_field_is_unknown(field: str) -> None:
    without = row()
    del without[field]
    assert isinstance(read(listing(without)), Unknown)
    assert isinstance(read(listing(row(**{field: None}))), Unknown)


@pytest.mark.parametrize("status", [201, 204, 301, 302, 400, 403, 404, 429, 500, 502, 503])
def test_only_http_200_is_an_answer(status: int) -> None:
    assert read(listing(row()), status) == Unknown(f"Moamalat answered HTTP {status}")


def test_a_refused_hash_says_nothing_about_the_money() -> None:
    answer = read({"Message": "Authentication failed."}, 401)
    assert isinstance(answer, Unknown)
    assert "key" in answer.detail


@given(st.binary(max_size=200))
def test_no_bytes_are_ever_paid_or_declined(body: bytes) -> None:
    assert isinstance(read_transactions(ACCOUNT, CHARGE, 200, body), Unknown)


@given(cut_at=st.integers(min_value=0, max_value=500))
def test_an_answer_that_was_cut_off_is_unknown(cut_at: int) -> None:
    body = json.dumps(listing(row())).encode()
    answer = read_transactions(ACCOUNT, CHARGE, 200, body[: min(cut_at, len(body) - 1)])
    assert isinstance(answer, Unknown)


_ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "Status": st.sampled_from(["Approved", "Declined", "Pending"]),
            "TransType": st.sampled_from(["Sale", "Void", "Refund", "Other"]),
            "AmountTrxn": st.sampled_from(["25500", "500", "0", "-1", "NaN", "Infinity", "1e3"]),
            "Currency": st.sampled_from(["LYD", "USD"]),
            "MerchantReference": st.sampled_from([CHARGE.reference, "another"]),
            "RRN": st.integers(1, 9).map(str),
        }
    ),
    max_size=4,
)


@given(_ROWS)
def test_whatever_is_listed_paid_means_that_our_money_came_and_stayed(
    rows: list[dict[str, str]],
) -> None:
    answer = read(listing(*rows))  # type: ignore[arg-type]
    if isinstance(answer, Paid):
        ours = [r for r in rows if r["Status"] == "Approved"]
        assert {(r["MerchantReference"], r["Currency"]) for r in ours} == {
            (CHARGE.reference, "LYD")
        }
        came = sum(int(r["AmountTrxn"]) for r in ours if r["TransType"] == "Sale")
        left = sum(int(float(r["AmountTrxn"])) for r in ours if r["TransType"] != "Sale")
        assert came - left >= CHARGE.amount_minor
        assert all(float(r["AmountTrxn"]) > 0 for r in ours)
    if isinstance(answer, Declined) and answer.reason == DeclineReason.NOTHING_FOUND:
        assert not rows


def test_no_answer_repeats_a_number_in_its_detail() -> None:
    answer = read(listing(declined("Card 6394993077260781 refused, code 111111")))
    assert isinstance(answer, Declined)
    assert answer.detail == "Card •••••••••••••••• refused, code ••••••"
