"""List an application's payments, newest first, and narrow the list down."""

from collections.abc import AsyncIterator
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.listed_payment import ListedPayment, PaymentFilter
from wasl.storage import payment_lists
from wasl.storage.pool import Pool, connection_from

PAGE_SIZE: Final = 50
_EXPORT_BATCH: Final = 500


class PaymentPage(NamedTuple):
    """`next_before` leads to the next page; None where this is the last."""

    payments: list[ListedPayment]
    next_before: UUID | None


class ListPayments:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, application_id: UUID, wanted: PaymentFilter, before: UUID | None = None
    ) -> PaymentPage:
        found = await self._fetch(application_id, wanted, before, PAGE_SIZE + 1)
        payments = found[:PAGE_SIZE]
        return PaymentPage(payments, payments[-1].uuid if len(found) > PAGE_SIZE else None)

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
