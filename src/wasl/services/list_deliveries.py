"""List an application's deliveries, the newest first, a page at a time."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.delivery import Delivery, DeliveryState
from wasl.domain.event import EventKind
from wasl.storage import deliveries, payment_lists
from wasl.storage.deliveries import DeliveryFilter
from wasl.storage.pool import Pool, connection_from


class DeliveryPage(NamedTuple):
    """`before` names the place where the next page begins; None on the last page."""

    deliveries: Sequence[Delivery]
    before: UUID | None


class ListDeliveries:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self,
        application_id: UUID,
        *,
        state: DeliveryState | None = None,
        event: EventKind | None = None,
        payment: str | None = None,
        payment_intent_uuid: UUID | None = None,
        created_from: datetime | None = None,
        created_before: datetime | None = None,
        before: UUID | None = None,
        limit: int = 50,
    ) -> DeliveryPage:
        """`payment` names a payment intent by its uuid or by one of its references."""
        async with connection_from(self._pool) as connection:
            intents = None if payment_intent_uuid is None else [payment_intent_uuid]
            if payment is not None:
                intents = await payment_lists.named(connection, application_id, payment)
            wanted = DeliveryFilter(state, event, intents, created_from, created_before)
            # One more than is shown tells whether there is another page.
            found = await deliveries.page(connection, application_id, wanted, before, limit + 1)
        shown = found[:limit]
        return DeliveryPage(shown, shown[-1].id if len(found) > limit else None)
