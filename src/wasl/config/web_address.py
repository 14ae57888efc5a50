"""An address that requests are sent to."""

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator


def _web_address(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be an http:// or https:// address")
    if parts.query or parts.fragment:
        raise ValueError("must not hold a query or a fragment")
    return value.rstrip("/")


WebAddress = Annotated[str, AfterValidator(_web_address)]
