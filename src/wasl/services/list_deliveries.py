"""List an application's deliveries, the newest first, a page at a time."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from wasl.domain.delivery import Delivery, DeliveryStatus
from wasl.storage import deliveries
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
        status: DeliveryStatus | None = None,
        payment_intent_uuid: UUID | None = None,
        before: UUID | None = None,
        limit: int = 50,
    ) -> DeliveryPage:
        async with connection_from(self._pool) as connection:
            # One more than is shown tells whether there is another page.
            found = await deliveries.page(
                connection,
                application_id,
                status=status,
                payment_intent_uuid=payment_intent_uuid,
                before=before,
                limit=limit + 1,
            )
        shown = found[:limit]
        return DeliveryPage(shown, shown[-1].id if len(found) > limit else None)
