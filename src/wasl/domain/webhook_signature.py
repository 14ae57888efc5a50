"""How a merchant knows that a webhook is ours."""

import hmac
from typing import Final

SIGNATURE_HEADER: Final = "Service-Signature"


def signature(secret: str, body: bytes) -> str:
    """Lowercase hex HMAC-SHA256 of the raw body. The key is the whole secret, prefix included."""
    return hmac.digest(secret.encode(), body, "sha256").hex()
