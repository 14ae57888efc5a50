"""What is typed into the search of payments."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from wasl.dashboard.application.dates import read_period
from wasl.dashboard.application.typed import chosen, cleaned
from wasl.dashboard.application.wording import (
    AMOUNT_UNREADABLE,
    DATE_UNREADABLE,
)
from wasl.domain.application import Method
from wasl.domain.listed_payment import PaymentFilter
from wasl.domain.money import MINOR_UNITS_PER_DINAR
from wasl.domain.payment_intent import Status

FIELDS: Final = ("q", "status", "method", "from", "to", "amount")
# A comma stands between groups of three digits and nowhere else: 25,5 could mean two amounts.
_AMOUNT: Final = re.compile(r"(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,3}))?")
_SEPARATORS: Final = str.maketrans({"٫": ".", "٬": ",", " ": ",", "\u00a0": ",", "\u202f": ","})
_DIRECTION_MARKS: Final = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


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
        status=chosen(Status, "status", typed, errors),
        method=chosen(Method, "method", typed, errors),
        amount_minor=_amount(typed["amount"], errors),
        created_from=period.since,
        created_before=period.until,
    )
    return Search(wanted, typed, errors)


def _amount(typed: str, errors: dict[str, str]) -> int | None:
    """In dinars, with up to three decimals, in digits of either kind."""
    written = _DIRECTION_MARKS.sub("", typed).translate(_SEPARATORS)
    if not written:
        return None
    found = _AMOUNT.fullmatch(written)
    if found is None:
        errors["amount"] = AMOUNT_UNREADABLE
        return None
    whole, part = found[1].replace(",", ""), found[2] or "0"
    return int(whole) * MINOR_UNITS_PER_DINAR + int(part.ljust(3, "0"))
