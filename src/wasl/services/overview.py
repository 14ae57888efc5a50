"""Sum up what an application was paid lately, and how its webhooks arrive."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from statistics import median
from typing import Final, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from wasl.domain.application import Method
from wasl.domain.delivery import DeliveryState
from wasl.storage import deliveries, payment_days, payment_lists
from wasl.storage.payment_days import PaymentDay
from wasl.storage.pool import Pool, connection_from

DAYS: Final = 30
LIBYA: Final = ZoneInfo("Africa/Tripoli")
# The median and the health are those of the latest ones: exact for them, and quick however many
# there are.
LATEST: Final = 500


class Sums(NamedTuple):
    paid: int
    canceled: int
    amount_minor: int

    @property
    def share_paid(self) -> float | None:
        """Of the intents that ended; None where none did."""
        ended = self.paid + self.canceled
        return self.paid / ended if ended else None


class DaySums(NamedTuple):
    day: date
    sums: Sums


class WebhookHealth(NamedTuple):
    """Of the latest deliveries."""

    received: int
    on_their_way: int
    being_retried: int
    failed: int

    @property
    def total(self) -> int:
        return sum(self)

    @property
    def share_received(self) -> float | None:
        """Of those that were tried; None where none was. A receiver that is down shows at once,
        not when the tries are used up a day later."""
        tried = self.received + self.being_retried + self.failed
        return self.received / tried if tried else None


class Overview(NamedTuple):
    """`days` has every day, oldest first, the last being today."""

    days: list[DaySums]
    month: Sums
    by_method: dict[Method, Sums]
    median_seconds_to_pay: float | None
    health: WebhookHealth

    @property
    def today(self) -> Sums:
        return self.days[-1].sums


class ShowOverview:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, application_id: UUID, now: datetime) -> Overview:
        today = now.astimezone(LIBYA).date()
        first_day = today - timedelta(days=DAYS - 1)
        async with connection_from(self._pool) as connection:
            rows = await payment_days.since(connection, application_id, first_day)
            durations = await payment_lists.latest_durations_s(connection, application_id, LATEST)
            states = await deliveries.latest_by_state(connection, application_id, LATEST)
        days = [first_day + timedelta(days=number) for number in range(DAYS)]
        return Overview(
            [DaySums(day, _sums(row for row in rows if row.day == day)) for day in days],
            _sums(rows),
            {method: _sums(row for row in rows if row.method == method) for method in Method},
            median(durations) if durations else None,
            WebhookHealth(*(states[state] for state in _HEALTH_ORDER)),
        )


_HEALTH_ORDER: Final = (
    DeliveryState.RECEIVED,
    DeliveryState.ON_ITS_WAY,
    DeliveryState.BEING_RETRIED,
    DeliveryState.FAILED,
)


def _sums(rows: Iterable[PaymentDay]) -> Sums:
    found = list(rows)
    return Sums(
        sum(row.succeeded for row in found),
        sum(row.canceled for row in found),
        sum(row.amount_minor for row in found),
    )
