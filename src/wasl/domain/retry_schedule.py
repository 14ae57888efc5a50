"""When a delivery that was not received is tried again."""

from datetime import datetime, timedelta
from typing import Final

# The wait after each try; after the last one there is none.
WAITS: Final = (
    timedelta(seconds=10),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=1),
    timedelta(hours=3),
    timedelta(hours=6),
    timedelta(hours=12),
)
MAX_TRIES: Final = len(WAITS) + 1


def next_try_at(tries: int, ended_at: datetime) -> datetime | None:
    """`tries` counts the automatic ones made so far. None when all are used up."""
    return ended_at + WAITS[tries - 1] if tries < MAX_TRIES else None


def latest_last_try_at(tries: int, next_at: datetime, try_takes: timedelta) -> datetime:
    """When the last automatic try begins, should all that are left take as long as they may."""
    waits = WAITS[tries:]
    return next_at + sum(waits, timedelta()) + len(waits) * try_takes
