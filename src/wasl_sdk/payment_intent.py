"""A payment intent, as the service answered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Self, TypeVar
from urllib.parse import urlencode, urlsplit, urlunsplit

Value = TypeVar("Value")


class Status(StrEnum):
    REQUIRES_PAYMENT_METHOD = "requires_payment_method"
    PROCESSING = "processing"
    SUCCEEDED = "succeeded"
    CANCELED = "canceled"


@dataclass(frozen=True, slots=True)
class Customer:
    external_id: str | None


@dataclass(frozen=True, slots=True)
class PaymentIntent:
    """Amounts are in thousandths of a dinar; times know their offset."""

    uuid: str
    reference: str | None
    merchant_reference: str | None
    amount: int
    currency: str
    status: Status
    description: str | None
    customer: Customer
    return_url: str | None
    metadata: Mapping[str, str] | None = field(hash=False)
    expires_at: datetime | None
    checkout_url: str
    created_at: datetime | None
    updated_at: datetime | None

    def is_paid(self, *, amount: int, currency: str = "LYD") -> bool:
        """Whether an order of this amount may be fulfilled."""
        asked_for = (self.amount, self.currency) == (amount, currency)
        return self.status is Status.SUCCEEDED and asked_for

    def checkout_url_in(self, language: str) -> str:
        """The checkout in `en`; `ar` is what it speaks by itself."""
        if language == "ar":
            return self.checkout_url
        parts = urlsplit(self.checkout_url)
        query = "&".join(filter(None, (parts.query, urlencode({"lang": language}))))
        return urlunsplit(parts._replace(query=query))

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Fields it does not know are passed over. Raises ValueError for one it cannot read."""
        fields = _typed(data, dict)
        customer = _typed(fields.get("customer"), dict)
        return cls(
            uuid=_typed(fields.get("uuid"), str),
            reference=_optional(fields.get("reference"), str),
            merchant_reference=_optional(fields.get("merchant_reference"), str),
            amount=_typed(fields.get("amount"), int),
            currency=_typed(fields.get("currency"), str),
            status=Status(_typed(fields.get("status"), str)),
            description=_optional(fields.get("description"), str),
            customer=Customer(_optional(customer.get("external_id"), str)),
            return_url=_optional(fields.get("return_url"), str),
            metadata=_optional(fields.get("metadata"), dict),
            expires_at=_time(fields.get("expires_at")),
            checkout_url=_typed(fields.get("checkout_url"), str),
            created_at=_time(fields.get("created_at")),
            updated_at=_time(fields.get("updated_at")),
        )


def _typed(value: object, kind: type[Value]) -> Value:
    # A bool is an int to Python, but no amount.
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"expected {kind.__name__}, found {type(value).__name__}")  # noqa: TRY004
    return value


def _optional(value: object, kind: type[Value]) -> Value | None:
    return None if value is None else _typed(value, kind)


def _time(value: object) -> datetime | None:
    if value is None:
        return None
    time = datetime.fromisoformat(_typed(value, str))
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time
