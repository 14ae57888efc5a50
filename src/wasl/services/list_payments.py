"""List an application's payments, newest first, and narrow the list down."""

from collections.abc import AsyncIterator
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.listed_payment import ListedPayment, PaymentFilter
from wasl.storage import payment_lists
from wasl.storage.pool import Pool, connection_from

PAGE_SIZE: Final = 50
TOTALS_OF: Final = 1000
_EXPORT_BATCH: Final = 500


class PaymentPage(NamedTuple):
    """`next_before` leads to the next page; None where this is the last."""

    payments: list[ListedPayment]
    next_before: UUID | None


class PaymentTotals(NamedTuple):
    """`is_all`: everything that matches is in it, not only the newest ones."""

    payments: int
    paid: int
    paid_minor: int
    is_all: bool


class ListPayments:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, application_id: UUID, wanted: PaymentFilter, before: UUID | None = None
    ) -> PaymentPage:
        found = await self._fetch(application_id, wanted, before, PAGE_SIZE + 1)
        payments = found[:PAGE_SIZE]
        return PaymentPage(payments, payments[-1].uuid if len(found) > PAGE_SIZE else None)

    async def totals(self, application_id: UUID, wanted: PaymentFilter) -> PaymentTotals:
        """Of the newest ones that match: quick, however many there are."""
        async with connection_from(self._pool) as connection:
            found = await payment_lists.totals(connection, application_id, wanted, TOTALS_OF)
        return PaymentTotals(*found, is_all=found.payments < TOTALS_OF)

    async def all(
        self, application_id: UUID, wanted: PaymentFilter
    ) -> AsyncIterator[list[ListedPayment]]:
        """Everything that matches, in batches: no connection is held while one is sent."""
        before = None
        while True:
            batch = await self._fetch(application_id, wanted, before, _EXPORT_BATCH)
            if batch:
                yield batch
            if len(batch) < _EXPORT_BATCH:
                return
            before = batch[-1].uuid

    async def _fetch(
        self, application_id: UUID, wanted: PaymentFilter, before: UUID | None, limit: int
    ) -> list[ListedPayment]:
        async with connection_from(self._pool) as connection:
            return await payment_lists.page(connection, application_id, wanted, before, limit)
