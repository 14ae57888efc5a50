"""Speaks to Moamalat as any client would: nothing here is shared with our adapter.

The signatures are made anew from the documented strings, not with the sandbox's functions.
"""

import hashlib
import hmac
import itertools
from typing import Any

import httpx

from tests.sandbox.running import SETTINGS

APPROVED = "6394993077260781"
BALANCE_TOO_LOW = "6395043835180860"
DECLINED_AT_ONCE = "6395043165725698"
BROWSER_TOLD_NOTHING = "6395043170446256"
LATE = "6395043000000034"

_moments = itertools.count(20260101000000)


def sign(text: str, key_hex: str = SETTINGS.moamalat_key_hex) -> str:
    return hmac.new(bytes.fromhex(key_hex), text.encode(), hashlib.sha256).hexdigest()


def pay(
    sandbox: httpx.Client,
    card: str = APPROVED,
    code: str = "111111",
    reference: str = "order-1",
    **more: object,
) -> dict[str, Any]:
    body = {"merchant_reference": reference, "amount_minor": 25_001, "card": card, "code": code}
    answer = sandbox.post("/sandbox/moamalat/pay", json=body | more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def filter_body(**changes: object) -> dict[str, Any]:
    moment = str(changes.pop("DateTimeLocalTrxn", next(_moments)))
    merchant, terminal = SETTINGS.moamalat_merchant_id, SETTINGS.moamalat_terminal_id
    signed = f"DateTimeLocalTrxn={moment}&MerchantId={merchant}&TerminalId={terminal}"
    return {
        "MerchantReference": "order-1",
        "MerchantId": merchant,
        "TerminalId": terminal,
        "DisplayLength": 10,
        "DisplayStart": 0,
        "DateTimeLocalTrxn": moment,
        "SecureHash": sign(signed),
    } | changes


def post_filter(sandbox: httpx.Client, **changes: object) -> httpx.Response:
    return sandbox.post(
        "/Cube/PayLink.svc/api/FilterTransactions",
        json=filter_body(**changes),
        headers={"Accept-Language": "en"},
    )


def find(sandbox: httpx.Client, **changes: object) -> dict[str, Any]:
    answer = post_filter(sandbox, **changes)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def transactions(sandbox: httpx.Client, **changes: object) -> list[dict[str, Any]]:
    found = find(sandbox, **changes)["Transactions"]
    return [transaction for day in found for transaction in day["DateTransactions"]]


def configure(**changes: object) -> dict[str, Any]:
    """The values a page gives to the Lightbox, signed before they are changed."""
    merchant, terminal = SETTINGS.moamalat_merchant_id, SETTINGS.moamalat_terminal_id
    signed = (
        f"Amount=25001&DateTimeLocalTrxn=202601010000&MerchantId={merchant}"
        f"&MerchantReference=order-1&TerminalId={terminal}"
    )
    return {
        "MID": merchant,
        "TID": terminal,
        "AmountTrxn": "25001",
        "MerchantReference": "order-1",
        "TrxDateTime": "202601010000",
        "SecureHash": sign(signed),
    } | changes
