"""What a payment intent is, and which state may follow which."""

import os
from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID


class Status(StrEnum):
    REQUIRES_PAYMENT_METHOD = "requires_payment_method"
    PROCESSING = "processing"
    SUCCEEDED = "succeeded"
    CANCELED = "canceled"


# The allow-table. A move that is not written here is refused, by every code path and by
# the trigger on the table, so a new state is closed until someone opens it.
ALLOWED_NEXT: Final[Mapping[Status, frozenset[Status]]] = {
    Status.REQUIRES_PAYMENT_METHOD: frozenset(
        {Status.PROCESSING, Status.SUCCEEDED, Status.CANCELED}
    ),
    Status.PROCESSING: frozenset({Status.REQUIRES_PAYMENT_METHOD, Status.SUCCEEDED}),
    Status.CANCELED: frozenset({Status.SUCCEEDED}),
    Status.SUCCEEDED: frozenset(),
}


class PaymentIntent(NamedTuple):
    """One payment a merchant asked for. `metadata_json` is the object as sent, key order kept."""

    uuid: UUID
    application_id: UUID
    merchant_reference: str
    reference: str
    amount_minor: int
    currency: str
    status: str
    description: str | None
    customer_external_id: str | None
    return_url: str | None
    metadata_json: str | None
    expires_at: datetime
    created_at: datetime
    updated_at: datetime


class NewPaymentIntent(NamedTuple):
    """What a merchant asks for, already validated field by field."""

    merchant_reference: str
    amount_minor: int
    currency: str
    description: str | None
    customer_external_id: str | None
    return_url: str | None
    metadata_json: str | None
    expires_at: datetime | None


MERCHANT_REFERENCE_MAX_CHARS: Final = 255
METADATA_MAX_KEYS: Final = 20
METADATA_KEY_MAX_CHARS: Final = 40
METADATA_VALUE_MAX_CHARS: Final = 255
RETURN_URL_MAX_CHARS: Final = 2048

DEFAULT_LIFETIME: Final = timedelta(hours=24)
MIN_LIFETIME: Final = timedelta(minutes=5)
MAX_LIFETIME: Final = timedelta(days=31)


def lifetime_is_allowed(expires_at: datetime, now: datetime) -> bool:
    """Both ends are open: exactly 5 minutes and exactly 31 days ahead are refused."""
    return MIN_LIFETIME < expires_at - now < MAX_LIFETIME


def open_intent(new: NewPaymentIntent, application_id: UUID, now: datetime) -> PaymentIntent:
    return PaymentIntent(
        new_uuid(now),
        application_id,
        new.merchant_reference,
        new_reference(),
        new.amount_minor,
        new.currency,
        Status.REQUIRES_PAYMENT_METHOD.value,
        new.description,
        new.customer_external_id,
        new.return_url,
        new.metadata_json,
        new.expires_at or now + DEFAULT_LIFETIME,
        created_at=now,
        updated_at=now,
    )


def new_uuid(now: datetime) -> UUID:
    """A version 7 UUID: 74 random bits behind the time, so that new rows share index pages."""
    unix_ms = int(now.timestamp() * 1000)
    random_bits = int.from_bytes(os.urandom(10))
    return UUID(
        int=unix_ms << 80
        | 0x7 << 76
        | (random_bits >> 68) << 64
        | 0b10 << 62
        | random_bits & (1 << 62) - 1
    )


def first_uuid_at(moment: datetime) -> UUID:
    """Sorts before every `new_uuid` of this moment or later, and after all earlier ones."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)


# Without I, L, O and U: what a customer reads out over the phone cannot be misheard.
_REFERENCE_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS: Final = [first + second for first in _REFERENCE_ALPHABET for second in _REFERENCE_ALPHABET]


def new_reference() -> str:
    """Eight characters, 40 random bits, for people; the uuid is what identifies an intent."""
    bits = int.from_bytes(os.urandom(5))
    return (
        _PAIRS[bits >> 30]
        + _PAIRS[bits >> 20 & 1023]
        + _PAIRS[bits >> 10 & 1023]
        + _PAIRS[bits & 1023]
    )
