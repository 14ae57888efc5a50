"""When a provider is asked about an attempt whose end is not known, or may not be the end."""

from datetime import datetime, timedelta
from typing import Final

from wasl.domain.application import Method

ASK_FOR: Final = timedelta(hours=72)

# After a call that may have charged, the answer itself comes first.
FIRST_AFTER_CONFIRM: Final = timedelta(seconds=30)
# A Lightbox that nobody finished.
FIRST_AFTER_LIGHTBOX: Final = timedelta(minutes=15)

_WIDENING: Final = (
    timedelta(seconds=10),
    timedelta(seconds=20),
    timedelta(seconds=30),
    timedelta(minutes=1),
    timedelta(minutes=2),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(minutes=30),
    timedelta(hours=1),
    timedelta(hours=2),
    timedelta(hours=4),
)
_THEN_EVERY: Final = timedelta(hours=8)

# A card window that was paid in may still be open somewhere, and be paid in again. Its
# notification can be lost, so we look twice: when it was probably closed, and at the very end.
_LOOKS_AT_PAID: Final = (timedelta(minutes=30), ASK_FOR)
_LAST_LOOK_AGAIN: Final = (ASK_FOR + timedelta(hours=1), ASK_FOR + timedelta(hours=24))

# A provider may write a payment down a little after it was made. Until then "nothing found" is
# no answer where money was on its way; a Lightbox that was closed had nothing on its way.
_NOTHING_FOUND_COUNTS_AFTER: Final = {
    Method.CARD: timedelta(0),
    Method.SADAD: timedelta(seconds=60),
    Method.EDFALI: timedelta(0),
}


def next_inquiry(inquiries: int, in_flight_at: datetime, now: datetime) -> datetime | None:
    """None when 72 hours have passed."""
    wait = _WIDENING[inquiries] if inquiries < len(_WIDENING) else _THEN_EVERY
    end = in_flight_at + ASK_FOR
    if now >= end:
        return None
    return min(now + wait, end)


def next_look_at_paid(
    in_flight_at: datetime, now: datetime, answered: bool = True
) -> datetime | None:
    """None when it was looked at for the last time, or nobody answers any more."""
    looks = _LOOKS_AT_PAID if answered else _LOOKS_AT_PAID + _LAST_LOOK_AGAIN
    return next((in_flight_at + after for after in looks if in_flight_at + after > now), None)


def nothing_found_counts(method: Method, in_flight_at: datetime, now: datetime) -> bool:
    return now - in_flight_at >= _NOTHING_FOUND_COUNTS_AFTER[method]
