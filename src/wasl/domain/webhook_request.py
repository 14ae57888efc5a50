"""The headers that a webhook carries."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from wasl.domain.webhook_signature import SIGNATURE_HEADER

# What is said to every receiver.
FIXED_HEADERS: Final = {"Accept-Encoding": "identity", "User-Agent": "Wasl-Webhooks"}


def signed_headers(signature: str) -> Mapping[str, str]:
    return {"Content-Type": "application/json", SIGNATURE_HEADER: signature}


def headers_as_sent(url: str, body: bytes, signature: str) -> Mapping[str, str]:
    """All of them, for who looks at a try that was made."""
    host = urlsplit(url).netloc
    sized = {"Content-Length": str(len(body))}
    return {"Host": host, **FIXED_HEADERS, **signed_headers(signature), **sized}
