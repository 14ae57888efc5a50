"""Payments as a merchant lists and looks for them."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.application import Method
from wasl.domain.payment_intent import Status


class PaymentKind(NamedTuple):
    """What the indexes tell apart. `method` is empty where nothing was paid."""

    status: Status
    method: str


class PaymentFilter(NamedTuple):
    """Whatever is given must hold. `text` is a reference, a merchant reference or a uuid."""

    text: str | None = None
    status: Status | None = None
    method: Method | None = None
    amount_minor: int | None = None
    created_from: datetime | None = None
    created_before: datetime | None = None

    @property
    def kinds(self) -> list[PaymentKind]:
        unpaid = [PaymentKind(status, "") for status in Status]
        paid = [PaymentKind(Status.SUCCEEDED, method.value) for method in Method]
        return [
            kind
            for kind in (*unpaid, *paid)
            if self.status in (None, kind.status) and self.method in (None, kind.method)
        ]


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
