"""What is typed into the search of payments."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from wasl.dashboard.application.dates import read_period
from wasl.dashboard.application.typed import cleaned
from wasl.dashboard.application.wording import AMOUNT_UNREADABLE, DATE_UNREADABLE
from wasl.domain.application import Method
from wasl.domain.listed_payment import PaymentFilter
from wasl.domain.money import MINOR_UNITS_PER_DINAR
from wasl.domain.payment_intent import Status
from wasl.domain.phone import plain_digits

FIELDS: Final = ("q", "status", "method", "from", "to", "amount")
_AMOUNT: Final = re.compile(r"(\d{1,9})(?:\.(\d{1,3}))?", re.ASCII)


class Search(NamedTuple):
    """`typed` goes back into the form; what cannot be read is named in `errors` and left out."""

    wanted: PaymentFilter
    typed: dict[str, str]
    errors: dict[str, str]

    @property
    def is_filtered(self) -> bool:
        return any(self.typed.values()) or bool(self.errors)


def read_search(query: Mapping[str, str]) -> Search:
    typed = {name: query.get(name, "").strip() for name in FIELDS}
    errors: dict[str, str] = {}
    period = read_period(typed, DATE_UNREADABLE, errors)
    wanted = PaymentFilter(
        text=cleaned(typed["q"]),
        status=Status(typed["status"]) if typed["status"] in set(Status) else None,
        method=Method(typed["method"]) if typed["method"] in set(Method) else None,
        amount_minor=_amount(typed["amount"], errors),
        created_from=period.since,
        created_before=period.until,
    )
    return Search(wanted, typed, errors)


def _amount(typed: str, errors: dict[str, str]) -> int | None:
    """In dinars, with up to three decimals."""
    if not typed:
        return None
    whole, point, part = typed.replace(",", "").replace("٫", ".").partition(".")
    digits = f"{plain_digits(whole)}{point}{plain_digits(part)}"
    found = _AMOUNT.fullmatch(digits)
    # A dash between digits is left out of a phone number, but not of an amount.
    if found is None or "-" in typed:
        errors["amount"] = AMOUNT_UNREADABLE
        return None
    return int(found[1]) * MINOR_UNITS_PER_DINAR + int((found[2] or "0").ljust(3, "0"))
