"""Show one delivery with all its tries."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from wasl.domain.delivery import Delivery, DeliveryTry
from wasl.domain.errors import DeliveryNotFound
from wasl.storage import deliveries, delivery_tries
from wasl.storage.pool import Pool, connection_from


class ShownDelivery(NamedTuple):
    delivery: Delivery
    tries: Sequence[DeliveryTry]


class ShowDelivery:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, application_id: UUID, delivery_id: UUID) -> ShownDelivery:
        async with connection_from(self._pool) as connection:
            delivery = await deliveries.find(connection, application_id, delivery_id)
            if delivery is None:
                raise DeliveryNotFound
            tries = await delivery_tries.of_delivery(connection, application_id, delivery_id)
        return ShownDelivery(delivery, tries)
