"""What Moamalat posts when a card was paid with."""

from typing import Any

from tests.engine.engine import AMOUNT
from tests.engine.sandbox import SETTINGS
from tests.sandbox.moamalat_client import sign
from wasl.domain.attempt import Attempt


def notification(
    attempt: Attempt, amount: int = AMOUNT, changes: dict[str, object] | None = None
) -> dict[str, Any]:
    """Signed as Moamalat signs: the reference is not part of what is signed."""
    merchant, terminal = SETTINGS.moamalat_merchant_id, SETTINGS.moamalat_terminal_id
    signed = (
        f"Amount={amount}&Currency=434&DateTimeLocalTrxn=20260101120000"
        f"&MerchantId={merchant}&TerminalId={terminal}"
    )
    fields = {
        "MerchantId": merchant,
        "TerminalId": terminal,
        "DateTimeLocalTrxn": "20260101120000",
        "TxnType": 1,
        "Message": "Approved",
        "MerchantReference": attempt.reference,
        "Amount": str(amount),
        "Currency": "434",
        "ActionCode": "00",
        "SecureHash": sign(signed, SETTINGS.moamalat_notification_key_hex),
    }
    return fields | (changes or {})
