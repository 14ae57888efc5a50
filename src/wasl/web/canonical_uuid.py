"""The uuid of a payment intent in an address."""

from typing import Final

from wasl.domain.errors import PaymentIntentNotFound

_HEX: Final = b"0123456789abcdefABCDEF"
_HEX_AS_ZEROS: Final = bytes.maketrans(_HEX, b"0" * len(_HEX))
_SHAPE: Final = b"00000000-0000-0000-0000-000000000000"


def canonical_uuid(text: str) -> str:
    """In its one canonical spelling, or not found."""
    if text.encode().translate(_HEX_AS_ZEROS) != _SHAPE:
        raise PaymentIntentNotFound
    return text.lower()
