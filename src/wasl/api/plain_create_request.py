"""The short way through a create request, for bodies with nothing unusual about them.

Most are: every field known and named once, nothing null, nothing escaped. Whatever is wrong,
rare or merely suspicious is left to the thorough way (`create_request.py`), which knows what to
say about it. Where the short way takes a body, both read the same in it.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from wasl.api.create_request import PLAIN_URL, date_time
from wasl.domain.money import MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR
from wasl.domain.payment_intent import (
    MERCHANT_REFERENCE_MAX_CHARS,
    METADATA_KEY_MAX_CHARS,
    METADATA_MAX_KEYS,
    METADATA_VALUE_MAX_CHARS,
    RETURN_URL_MAX_CHARS,
    NewPaymentIntent,
)

_Metadata = Annotated[
    dict[
        Annotated[str, Meta(max_length=METADATA_KEY_MAX_CHARS)],
        Annotated[str, Meta(max_length=METADATA_VALUE_MAX_CHARS)],
    ],
    Meta(max_length=METADATA_MAX_KEYS),
]


class _Customer(msgspec.Struct):
    external_id: str


class _PlainRequest(msgspec.Struct):
    merchant_reference: Annotated[str, Meta(min_length=1, max_length=MERCHANT_REFERENCE_MAX_CHARS)]
    amount: Annotated[int, Meta(ge=MIN_AMOUNT_MINOR, le=MAX_AMOUNT_MINOR)]
    currency: Literal["LYD"]
    customer: _Customer | None = None
    description: str | None = None
    return_url: Annotated[str, Meta(max_length=RETURN_URL_MAX_CHARS)] | None = None
    metadata: _Metadata | None = None
    expires_at: str | None = None


_decode: Final = msgspec.json.Decoder(_PlainRequest).decode
_encode: Final = msgspec.json.Encoder().encode


def plain_create_request(body: bytes) -> NewPaymentIntent | None:
    """What it asks for, or None where it has to be read thoroughly."""
    if b"\\" in body:
        return None
    try:
        plain = _decode(body)
        expires_at = None if plain.expires_at is None else date_time(plain.expires_at)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return_url = plain.return_url
    if (
        plain.merchant_reference.isspace()
        or (return_url is not None and PLAIN_URL.fullmatch(return_url) is None)
        # A key that is unknown or named twice is a string more than we know of.
        or body.count(b'"') != 2 * _strings_in(plain)
    ):
        return None
    return NewPaymentIntent(
        merchant_reference=plain.merchant_reference,
        amount_minor=plain.amount,
        currency=plain.currency,
        description=plain.description,
        customer_external_id=plain.customer.external_id if plain.customer else None,
        return_url=return_url,
        metadata_json=_encode(plain.metadata).decode() if plain.metadata else None,
        expires_at=expires_at,
    )


def _strings_in(plain: _PlainRequest) -> int:
    """Keys and values that stand in quotes."""
    return (
        5  # merchant_reference and currency with their values, and the key of amount
        + 2 * (plain.description is not None)
        + 2 * (plain.return_url is not None)
        + 2 * (plain.expires_at is not None)
        + 3 * (plain.customer is not None)
        + (0 if plain.metadata is None else 1 + 2 * len(plain.metadata))
    )
