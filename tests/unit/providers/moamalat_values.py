"""An account, a charge and rows of FilterTransactions, as Moamalat documents them."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from wasl.provider_interface import Charge, Declined, Paid, Unknown
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.moamalat.transactions import read_transactions

KEY = "39636630633731362D663963322D346362642D386531662D633963303432353936373431"
NOTIFICATION_KEY = "39353638663431622D303136622D343235322D623330632D383361633838383965373965"

ACCOUNT = MoamalatAccount(
    api_url="https://npg.test",
    lightbox_url="https://npg.test:6006/js/lightbox.js",
    merchant_id="10081014649",
    terminal_id="99179395",
    merchant_key=KEY,
    notification_key=NOTIFICATION_KEY,
)
CHARGE = Charge(
    reference="0192f3c41d5a7e5cb0a1d2c3e4f50617",
    amount_minor=25_500,
    created_at=datetime(2026, 3, 9, 16, 25, 40, tzinfo=UTC),
)


def without_notification_key() -> MoamalatAccount:
    return replace(ACCOUNT, notification_key=None)


def row(**changes: object) -> dict[str, object]:
    """An approved sale of the charge."""
    return {
        "Status": "Approved",
        "TransType": "Sale",
        "AmountTrxn": str(CHARGE.amount_minor),
        "Amnt": str(CHARGE.amount_minor),
        "Currency": "LYD",
        "MerchantReference": CHARGE.reference,
        "TransactionId": "1233317",
        "RRN": "224601434990",
        "STAN": "434990",
        "CardNo": "639499XXXXXX0781",
        "ResCodeDesc": "Approved",
        "TxnDateTime": "09/03/26  18:26",
    } | changes


def declined(text: str = "Insufficient funds") -> dict[str, object]:
    return row(Status="Declined", ResCodeDesc=text)


def listing(*rows: dict[str, object], **changes: object) -> dict[str, Any]:
    return {
        "Success": True,
        "Message": None,
        "TotalCountAllTransaction": len(rows),
        "Transactions": [{"Date": "09/03/2026", "DateTransactions": list(rows)}] if rows else [],
    } | changes


def read(answer: object, status: int = 200) -> Paid | Declined | Unknown:
    return read_transactions(ACCOUNT, CHARGE, status, json.dumps(answer).encode())
