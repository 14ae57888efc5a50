"""The uuid of a payment intent in an address."""

import re
from typing import Final

from wasl.domain.errors import PaymentIntentNotFound

_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def canonical_uuid(text: str) -> str:
    """In its one canonical spelling, or not found."""
    canonical = text.lower()
    if _UUID.fullmatch(canonical) is None:
        raise PaymentIntentNotFound
    return canonical
