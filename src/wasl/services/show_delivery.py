"""Show one delivery with its tries, the newest first, a page at a time."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from wasl.domain.delivery import Delivery, DeliveryTry
from wasl.domain.errors import DeliveryNotFound
from wasl.storage import deliveries, delivery_tries
from wasl.storage.pool import Pool, connection_from


class ShownDelivery(NamedTuple):
    """`before` is the number that the next page of tries begins after; None on the last."""

    delivery: Delivery
    tries: Sequence[DeliveryTry]
    before: int | None


class ShowDelivery:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, application_id: UUID, delivery_id: UUID, before: int | None = None, limit: int = 10
    ) -> ShownDelivery:
        async with connection_from(self._pool) as connection:
            delivery = await deliveries.find(connection, application_id, delivery_id)
            if delivery is None:
                raise DeliveryNotFound
            # One more than is shown tells whether there is another page.
            found = await delivery_tries.of_delivery(
                connection, application_id, delivery_id, before, limit + 1
            )
        shown = found[:limit]
        return ShownDelivery(delivery, shown, shown[-1].number if len(found) > limit else None)
