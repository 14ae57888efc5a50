"""Days as they are typed into a form. A day is a day of Libya."""

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from wasl.web.formats import LIBYA


class Unreadable(ValueError):
    """What was typed is no day."""


def read_day(typed: str) -> date | None:
    """None where nothing was typed."""
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        raise Unreadable from None
    if not 2000 <= day.year < 2200:
        raise Unreadable
    return day


def start_of(day: date) -> datetime:
    return datetime.combine(day, time(), LIBYA).astimezone(UTC)


def end_of(day: date) -> datetime:
    return start_of(day + timedelta(days=1))


class Period(NamedTuple):
    """`until` itself is no longer in it."""

    since: datetime | None
    until: datetime | None


def read_period(typed: dict[str, str], unreadable: str, errors: dict[str, str]) -> Period:
    """From the fields `from` and `to`; a day that cannot be read is named and left out."""
    days: dict[str, date | None] = {}
    for field in ("from", "to"):
        try:
            days[field] = read_day(typed[field])
        except Unreadable:
            # A field of this kind cannot show it again.
            errors[field], days[field], typed[field] = unreadable, None, ""
    first, last = days["from"], days["to"]
    return Period(start_of(first) if first else None, end_of(last) if last else None)
