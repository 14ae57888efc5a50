"""Sum up what an application was paid lately."""

from collections import defaultdict
from datetime import date, datetime, timedelta
from statistics import median
from typing import Final, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from wasl.storage import payment_days, payment_lists
from wasl.storage.payment_days import PaymentDay
from wasl.storage.pool import Pool, connection_from

DAYS: Final = 30
LIBYA: Final = ZoneInfo("Africa/Tripoli")
# The median is that of the latest payments: exact for them, and quick however many there are.
_LATEST: Final = 500


class DayTotal(NamedTuple):
    day: date
    payments: int
    amount_minor: int


class Overview(NamedTuple):
    """`days` has every day, oldest first, the last being today."""

    days: list[DayTotal]
    by_method: dict[str, DayTotal]
    succeeded: int
    ended: int
    median_seconds_to_pay: float | None

    @property
    def amount_minor(self) -> int:
        return sum(day.amount_minor for day in self.days)

    @property
    def share_succeeded(self) -> float | None:
        """Of the intents that ended; None where none did."""
        return self.succeeded / self.ended if self.ended else None


class ShowOverview:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, application_id: UUID, now: datetime) -> Overview:
        today = now.astimezone(LIBYA).date()
        first_day = today - timedelta(days=DAYS - 1)
        async with connection_from(self._pool) as connection:
            rows = await payment_days.since(connection, application_id, first_day)
            durations = await payment_lists.latest_durations_s(connection, application_id, _LATEST)
        return summarise(rows, first_day, durations)


def summarise(rows: list[PaymentDay], first_day: date, durations_s: list[float]) -> Overview:
    counts: dict[date, int] = defaultdict(int)
    amounts: dict[date, int] = defaultdict(int)
    methods: dict[str, DayTotal] = {}
    for row in rows:
        counts[row.day] += row.succeeded
        amounts[row.day] += row.amount_minor
        if row.method:
            so_far = methods.get(row.method, DayTotal(first_day, 0, 0))
            methods[row.method] = DayTotal(
                first_day, so_far.payments + row.succeeded, so_far.amount_minor + row.amount_minor
            )
    days = [first_day + timedelta(days=number) for number in range(DAYS)]
    succeeded = sum(row.succeeded for row in rows)
    return Overview(
        [DayTotal(day, counts[day], amounts[day]) for day in days],
        methods,
        succeeded,
        succeeded + sum(row.canceled for row in rows),
        median(durations_s) if durations_s else None,
    )
