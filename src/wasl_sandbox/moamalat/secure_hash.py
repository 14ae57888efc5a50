"""Moamalat's signatures: HMAC-SHA256 with a key in hex, over the fields in this order."""

import hashlib
import hmac
from typing import Final

CURRENCY_CODE: Final = "434"


def lightbox_hash(
    key_hex: str,
    *,
    amount: str,
    date_time: str,
    merchant_id: str,
    merchant_reference: str,
    terminal_id: str,
) -> str:
    return _signature(
        key_hex,
        f"Amount={amount}&DateTimeLocalTrxn={date_time}&MerchantId={merchant_id}"
        f"&MerchantReference={merchant_reference}&TerminalId={terminal_id}",
    )


def api_hash(key_hex: str, *, date_time: str, merchant_id: str, terminal_id: str) -> str:
    return _signature(
        key_hex,
        f"DateTimeLocalTrxn={date_time}&MerchantId={merchant_id}&TerminalId={terminal_id}",
    )


def notification_hash(
    key_hex: str, *, amount: str, date_time: str, merchant_id: str, terminal_id: str
) -> str:
    """Covers neither the merchant's reference nor the result: it proves only the sender."""
    return _signature(
        key_hex,
        f"Amount={amount}&Currency={CURRENCY_CODE}&DateTimeLocalTrxn={date_time}"
        f"&MerchantId={merchant_id}&TerminalId={terminal_id}",
    )


def is_same_hash(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.upper().encode(), expected.upper().encode())


def _signature(key_hex: str, signed: str) -> str:
    """In capitals, as the gateway writes it."""
    return hmac.new(bytes.fromhex(key_hex), signed.encode(), hashlib.sha256).hexdigest().upper()
