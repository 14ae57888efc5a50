"""What is typed into the search of payments."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from wasl.dashboard.application.wording import AMOUNT_UNREADABLE, DATE_UNREADABLE
from wasl.domain.application import Method
from wasl.domain.listed_payment import PaymentFilter
from wasl.domain.money import MINOR_UNITS_PER_DINAR
from wasl.domain.payment_intent import Status
from wasl.domain.phone import plain_digits
from wasl.web.formats import LIBYA

FIELDS: Final = ("q", "status", "method", "from", "to", "amount")
_AMOUNT: Final = re.compile(r"(\d{1,9})(?:\.(\d{1,3}))?", re.ASCII)


class Search(NamedTuple):
    """`typed` goes back into the form; what cannot be read is named in `errors` and left out."""

    wanted: PaymentFilter
    typed: dict[str, str]
    errors: dict[str, str]

    @property
    def is_filtered(self) -> bool:
        return any(self.typed.values())


def read_search(query: Mapping[str, str]) -> Search:
    typed = {name: query.get(name, "").strip() for name in FIELDS}
    errors: dict[str, str] = {}
    first_day = _day(typed["from"], "from", errors)
    last_day = _day(typed["to"], "to", errors)
    wanted = PaymentFilter(
        text=_text(typed["q"]),
        status=Status(typed["status"]) if typed["status"] in set(Status) else None,
        method=Method(typed["method"]) if typed["method"] in set(Method) else None,
        amount_minor=_amount(typed["amount"], errors),
        created_from=_start_of(first_day),
        created_before=_start_of(last_day + timedelta(days=1) if last_day else None),
    )
    return Search(wanted, typed, errors)


def _text(typed: str) -> str | None:
    """PostgreSQL cannot be asked for everything that can be typed."""
    return typed.replace("\0", "").encode("utf-8", "ignore").decode() or None


def _day(typed: str, field: str, errors: dict[str, str]) -> date | None:
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        day = None
    if day is None or not 2000 <= day.year < 2200:
        errors[field] = DATE_UNREADABLE
        return None
    return day


def _start_of(day: date | None) -> datetime | None:
    """A day is a day of Libya."""
    if day is None:
        return None
    return datetime.combine(day, time(), LIBYA).astimezone(UTC)


def _amount(typed: str, errors: dict[str, str]) -> int | None:
    """In dinars, with up to three decimals."""
    if not typed:
        return None
    whole, point, part = typed.replace(",", "").replace("٫", ".").partition(".")
    digits = f"{plain_digits(whole)}{point}{plain_digits(part)}"
    found = _AMOUNT.fullmatch(digits)
    if found is None:
        errors["amount"] = AMOUNT_UNREADABLE
        return None
    return int(found[1]) * MINOR_UNITS_PER_DINAR + int((found[2] or "0").ljust(3, "0"))
