"""Say how the sending of webhooks is doing."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from wasl.storage import delivery_outcomes, delivery_queue
from wasl.storage.pool import Pool, connection_from

# Something that is due leaves within milliseconds, unless its application has too much on its way.
_OVERDUE_AFTER: Final = timedelta(seconds=30)


class DeliveryFigures(NamedTuple):
    due: int
    overdue: int
    in_flight: int
    oldest_due_age_s: float
    tries_by_outcome: Mapping[str, int]


class MeasureDeliveries:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, now: datetime) -> DeliveryFigures:
        async with connection_from(self._pool) as connection:
            queue = await delivery_queue.measure(connection, now, now - _OVERDUE_AFTER)
            outcomes = await delivery_outcomes.totals(connection)
        oldest = queue.oldest_due_at
        return DeliveryFigures(
            queue.due,
            queue.overdue,
            queue.in_flight,
            0.0 if oldest is None else (now - oldest).total_seconds(),
            outcomes,
        )
