"""Payments as a merchant lists and looks for them."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.application import Method
from wasl.domain.payment_intent import Status


class PaymentFilter(NamedTuple):
    """Whatever is given must hold. `text` is a reference, a merchant reference or a uuid."""

    text: str | None = None
    status: Status | None = None
    method: Method | None = None
    amount_minor: int | None = None
    created_from: datetime | None = None
    created_before: datetime | None = None

    @property
    def text_as_uuid(self) -> UUID | None:
        try:
            return UUID(self.text or "")
        except ValueError:
            return None


def first_uuid_of(moment: datetime) -> UUID:
    """The smallest version 7 uuid of this moment: where rows of that time begin in an index."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)


class ListedPayment(NamedTuple):
    """`method` and `masked_payer` are those of the attempt that paid."""

    uuid: UUID
    reference: str
    merchant_reference: str
    amount_minor: int
    currency: str
    status: str
    description: str | None
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    method: str | None
    masked_payer: str | None
