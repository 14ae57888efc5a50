"""Cards, as the merchant's server sees them: by asking FilterTransactions."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.sandbox.moamalat_client import (
    APPROVED,
    BALANCE_TOO_LOW,
    BROWSER_TOLD_NOTHING,
    DECLINED_AT_ONCE,
    LATE,
    find,
    pay,
    post_filter,
    sign,
    transactions,
)
from tests.sandbox.running import advance, charges

NOT_FOUND = {
    "Message": "Transaction not found",
    "Success": True,
    "TotalAmountAllTransaction": 0,
    "TotalAmountTipsTransaction": None,
    "TotalCountAllTransaction": 0,
    "Transactions": [],
}


def test_an_approved_card_is_charged_and_found(sandbox: httpx.Client) -> None:
    assert find(sandbox) == NOT_FOUND
    told = pay(sandbox)
    assert told["outcome"] == "approved"
    found = find(sandbox)
    days = found.pop("Transactions")
    assert found == {
        "Message": None,
        "Success": True,
        "TotalAmountAllTransaction": 25_001,
        "TotalAmountTipsTransaction": 0,
        "TotalCountAllTransaction": 1,
    }
    (day,) = days
    (transaction,) = day.pop("DateTransactions")
    local_day = (datetime.now(UTC) + timedelta(hours=2)).strftime("%d/%m/%Y")
    assert day == {"Date": local_day, "DateTotalAmount": "25001"}
    _assert_tells_of(transaction, told["data"])
    (charge,) = charges(sandbox, "order-1")
    assert charge["provider"] == "moamalat"
    assert charge["amount_minor"] == 25_001
    assert charge["provider_reference"] == transaction["RRN"]
    assert charge["payer_masked"] == "639499XXXXXX0781"


def _assert_tells_of(transaction: dict[str, Any], data: dict[str, Any]) -> None:
    moment = transaction.pop("TxnDateTime")
    assert datetime.strptime(moment, "%d/%m/%y  %H:%M")  # noqa: DTZ007
    assert transaction == {
        "Amnt": "25001",
        "AmountTrxn": "25001",
        "CardNo": "639499XXXXXX0781",
        "Currency": "LYD",
        "MerchantReference": "order-1",
        "RRN": data["NetworkReference"],
        "ReceiptNo": data["NetworkReference"],
        "ResCodeDesc": "Approved",
        "STAN": data["NetworkReference"][-6:],
        "SenderName": "SANDBOX CUSTOMER",
        "Status": "Approved",
        "TransType": "Sale",
        "TransactionChannel": "Card",
        "TransactionId": data["SystemReference"],
    }


@pytest.mark.parametrize(
    ("card", "reason"),
    [(BALANCE_TOO_LOW, "Insufficient funds"), (DECLINED_AT_ONCE, "Do not honor")],
)
def test_a_declined_card_is_listed_as_declined(
    sandbox: httpx.Client, card: str, reason: str
) -> None:
    told = pay(sandbox, card)
    assert told == {"outcome": "declined", "data": {"error": f"Declined:{reason}"}}
    (transaction,) = transactions(sandbox)
    assert (transaction["Status"], transaction["ResCodeDesc"]) == ("Declined", reason)
    assert find(sandbox)["TotalAmountAllTransaction"] == 0
    assert charges(sandbox) == []


def test_approved_while_the_browser_is_told_nothing(sandbox: httpx.Client) -> None:
    assert pay(sandbox, BROWSER_TOLD_NOTHING) == {"outcome": "nothing", "data": None}
    assert len(charges(sandbox, "order-1")) == 1
    (transaction,) = transactions(sandbox)
    assert transaction["Status"] == "Approved"


def test_a_late_charge_is_found_only_after_its_time(sandbox: httpx.Client) -> None:
    assert pay(sandbox, LATE) == {"outcome": "nothing", "data": None}
    advance(sandbox, 29)
    assert find(sandbox) == NOT_FOUND
    assert charges(sandbox) == []
    advance(sandbox, 1)
    (transaction,) = transactions(sandbox)
    assert transaction["Status"] == "Approved"
    assert len(charges(sandbox, "order-1")) == 1


@pytest.mark.parametrize(("code", "told"), [("123456", "wrong_code"), ("000000", "code_expired")])
def test_without_the_right_code_nothing_happens(
    sandbox: httpx.Client, code: str, told: str
) -> None:
    assert pay(sandbox, code=code) == {"outcome": told, "data": None}
    assert find(sandbox) == NOT_FOUND
    assert charges(sandbox) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"card": "6394993077260780"},
        {"card": "4111111111111111"},
        {"card": "63"},
        {"expiry": "13/27"},
        {"expiry": "soon"},
    ],
)
def test_what_is_no_card_is_not_taken(sandbox: httpx.Client, wrong: dict[str, str]) -> None:
    assert pay(sandbox, **{"card": APPROVED, **wrong})["outcome"] == "invalid_card"
    assert find(sandbox) == NOT_FOUND


def test_one_reference_can_be_declined_and_then_paid_twice(sandbox: httpx.Client) -> None:
    pay(sandbox, BALANCE_TOO_LOW)
    pay(sandbox)
    pay(sandbox)
    assert [t["Status"] for t in transactions(sandbox)] == ["Approved", "Approved", "Declined"]
    assert len(charges(sandbox, "order-1")) == 2


def test_references_and_days_narrow_the_search(sandbox: httpx.Client) -> None:
    told = pay(sandbox)
    pay(sandbox, reference="order-2")
    today = datetime.now(UTC) + timedelta(hours=2)
    day, before, after = (f"{today + timedelta(days=shift):%Y%m%d}" for shift in (0, -1, 1))
    network = told["data"]["NetworkReference"]
    assert len(transactions(sandbox, MerchantReference=None)) == 2
    assert len(transactions(sandbox, MerchantReference=None, NetworkReference=network)) == 1
    assert len(transactions(sandbox, DateFrom=before, DateTo=after)) == 1
    assert len(transactions(sandbox, DateFrom=day, DateTo=day)) == 1
    assert transactions(sandbox, DateTo=before) == []
    assert transactions(sandbox, DateFrom=after) == []


def test_a_page_shows_a_part_and_counts_all(sandbox: httpx.Client) -> None:
    for _ in range(3):
        pay(sandbox)
    found = find(sandbox, DisplayStart="1", DisplayLength="1")
    assert found["TotalCountAllTransaction"] == 3
    assert len(found["Transactions"][0]["DateTransactions"]) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"SecureHash": "0" * 64},
        {"SecureHash": None},
        {"MerchantId": "1"},
        {"TerminalId": "1"},
    ],
)
def test_a_request_that_is_not_signed_fails(
    sandbox: httpx.Client, change: dict[str, object]
) -> None:
    answer = post_filter(sandbox, **change)
    assert answer.status_code == 401
    assert answer.json()["Message"] == "Authentication failed."


def test_the_hash_counts_in_small_and_capital_letters(sandbox: httpx.Client) -> None:
    moment = "20260202020202"
    small = "DateTimeLocalTrxn=20260202020202&MerchantId=10081014649&TerminalId=99179395"
    assert find(sandbox, DateTimeLocalTrxn=moment, SecureHash=sign(small).upper()) == NOT_FOUND


def test_a_moment_can_be_used_once(sandbox: httpx.Client) -> None:
    pay(sandbox)
    assert len(transactions(sandbox, DateTimeLocalTrxn="20260303030303")) == 1
    again = find(sandbox, DateTimeLocalTrxn="20260303030303")
    assert (again["Success"], again["Message"]) == (False, "Duplicate DateTimeLocalTrxn")
    assert again["Transactions"] == []


@pytest.mark.parametrize("change", [{"DateFrom": "yesterday"}, {"DisplayLength": "many"}])
def test_a_malformed_field_is_refused(sandbox: httpx.Client, change: dict[str, object]) -> None:
    assert post_filter(sandbox, **change).status_code == 400
