import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.providers.moamalat_values import (
    ACCOUNT,
    CHARGE,
    KEY,
    NOTIFICATION_KEY,
)
from wasl.provider_interface import Charge
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.moamalat.signing import api_hash
from wasl.providers.moamalat.translate import (
    filter_request,
    filter_url,
    open_lightbox,
)
from wasl.providers.moamalat.unique_time import UniqueTimes

SECOND_NS = 1_000_000_000
NOW_NS = 1_773_073_540 * SECOND_NS + 123_456_789  # 2026-03-09 16:25:40 UTC


def test_the_published_lightbox_is_met() -> None:
    published = Charge("1", 100_000, datetime(2022, 8, 28, 4, 9, 30, tzinfo=UTC))
    lightbox = open_lightbox(ACCOUNT, published)
    assert lightbox.script_url == "https://npg.test:6006/js/lightbox.js"
    assert lightbox.configure == {
        "MID": "10081014649",
        "TID": "99179395",
        "AmountTrxn": "100000",
        "MerchantReference": "1",
        "TrxDateTime": "202208280609",
        "SecureHash": "ece57701f40c0ef7b482e476b37118568c76d5d054243d244d5533c05e6c9ae3",
    }


def test_the_time_of_a_lightbox_is_libyas_wherever_the_charge_was_made() -> None:
    elsewhere = CHARGE.created_at.astimezone(timezone(timedelta(hours=-7)))
    times = {
        open_lightbox(ACCOUNT, replace(CHARGE, created_at=moment)).configure["TrxDateTime"]
        for moment in (CHARGE.created_at, elsewhere)
    }
    assert times == {"202603091825"}


def test_the_format_of_the_time_is_a_setting() -> None:
    account = replace(ACCOUNT, lightbox_time_format="%Y%m%d%H%M%S", utc_offset_hours=0)
    assert open_lightbox(account, CHARGE).configure["TrxDateTime"] == "20260309162540"


def test_a_question_names_reference_merchant_and_terminal_and_is_signed() -> None:
    assert json.loads(filter_request(ACCOUNT, CHARGE, "20260309182540123456")) == {
        "MerchantReference": CHARGE.reference,
        "TerminalId": "99179395",
        "MerchantId": "10081014649",
        "DisplayLength": "100",
        "DisplayStart": "0",
        "DateTimeLocalTrxn": "20260309182540123456",
        "SecureHash": api_hash(KEY, "10081014649", "99179395", "20260309182540123456"),
    }


@pytest.mark.parametrize("address", ["https://npg.test", "https://npg.test/"])
def test_questions_go_to_filter_transactions(address: str) -> None:
    account = replace(ACCOUNT, api_url=address)
    assert filter_url(account) == "https://npg.test/Cube/PayLink.svc/api/FilterTransactions"


@pytest.mark.parametrize(
    ("digits", "expected"),
    [(0, "20260309182540"), (3, "20260309182540123"), (6, "20260309182540123456")],
)
def test_the_time_of_a_question_has_the_digits_of_the_account(digits: int, expected: str) -> None:
    account = replace(ACCOUNT, api_time_fraction_digits=digits)
    assert UniqueTimes().next(account, NOW_NS) == expected


@given(st.lists(st.integers(0, 2 * SECOND_NS), max_size=30), st.sampled_from([0, 3, 6, 9]))
def test_no_time_is_given_out_twice_for_a_terminal(steps_ns: list[int], digits: int) -> None:
    """Even where the clock stands still or is set back."""
    account = replace(ACCOUNT, api_time_fraction_digits=digits)
    unique = UniqueTimes()
    given_out = [unique.next(account, NOW_NS + step) for step in steps_ns]
    assert given_out == sorted(set(given_out))
    assert {len(time) for time in given_out} <= {14 + digits}


def test_accounts_of_one_terminal_may_write_different_digits() -> None:
    unique = UniqueTimes()
    times = [
        unique.next(replace(ACCOUNT, api_time_fraction_digits=digits), NOW_NS)
        for digits in (6, 0, 3)
    ]
    assert times == ["20260309182540123456", "20260309182541", "20260309182541001"]


def test_terminals_do_not_wait_for_each_other() -> None:
    unique = UniqueTimes()
    other = replace(ACCOUNT, terminal_id="1")
    assert unique.next(ACCOUNT, NOW_NS) == unique.next(other, NOW_NS)


def test_a_time_comes_from_the_clock() -> None:
    local = timezone(timedelta(hours=2))
    before = datetime.now(local)
    asked_at = datetime.strptime(UniqueTimes().next(ACCOUNT) + "+0200", "%Y%m%d%H%M%S%f%z")
    assert before <= asked_at <= datetime.now(local)


@pytest.mark.parametrize("field", ["merchant_key", "notification_key"])
@pytest.mark.parametrize("key", ["", "  ", "secret-key-in-words", "abc"])
def test_a_key_that_is_not_hexadecimal_is_refused_without_repeating_it(
    field: str, key: str
) -> None:
    values: dict[str, Any] = {field: key}
    with pytest.raises(ValueError, match=f"^{field} must be hexadecimal$"):
        replace(ACCOUNT, **values)


def test_the_keys_are_in_no_representation() -> None:
    shown = repr(ACCOUNT)
    assert KEY not in shown
    assert NOTIFICATION_KEY not in shown


def test_an_account_needs_only_what_moamalat_hands_out() -> None:
    MoamalatAccount("https://npg.test", "https://npg.test/js", "M", "T", KEY)


def test_more_digits_than_a_clock_has_are_refused() -> None:
    with pytest.raises(ValueError, match="api_time_fraction_digits"):
        replace(ACCOUNT, api_time_fraction_digits=10)
