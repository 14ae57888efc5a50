"""Moamalat's secure hash: HMAC-SHA256 over `name=value` pairs in the order of their names."""

import hmac


def secure_hash(key_hex: str, **fields: str) -> str:
    signed = "&".join(f"{name}={fields[name]}" for name in sorted(fields))
    return hmac.digest(bytes.fromhex(key_hex), signed.encode(), "sha256").hex()


def lightbox_hash(
    key_hex: str, merchant_id: str, terminal_id: str, reference: str, amount: str, time: str
) -> str:
    return secure_hash(
        key_hex,
        Amount=amount,
        DateTimeLocalTrxn=time,
        MerchantId=merchant_id,
        MerchantReference=reference,
        TerminalId=terminal_id,
    )


def api_hash(key_hex: str, merchant_id: str, terminal_id: str, time: str) -> str:
    return secure_hash(
        key_hex, DateTimeLocalTrxn=time, MerchantId=merchant_id, TerminalId=terminal_id
    )


def notification_hash(
    key_hex: str, merchant_id: str, terminal_id: str, amount: str, currency: str, time: str
) -> str:
    return secure_hash(
        key_hex,
        Amount=amount,
        Currency=currency,
        DateTimeLocalTrxn=time,
        MerchantId=merchant_id,
        TerminalId=terminal_id,
    )


def hashes_match(expected: str, given: str) -> bool:
    """Moamalat writes its hashes in capitals in some places and not in others."""
    return hmac.compare_digest(expected.lower().encode(), given.lower().encode())
