"""What is typed into the filter of deliveries."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from wasl.dashboard.application.dates import Period, read_period
from wasl.dashboard.application.typed import chosen, cleaned
from wasl.dashboard.application.wording import DATE_UNREADABLE
from wasl.domain.delivery import DeliveryState
from wasl.domain.event import EventKind

FIELDS: Final = ("status", "event", "payment", "from", "to")


class DeliverySearch(NamedTuple):
    """`typed` goes back into the form; what cannot be read is named in `errors` and left out."""

    state: DeliveryState | None
    event: EventKind | None
    payment: str | None
    period: Period
    typed: dict[str, str]
    errors: dict[str, str]

    @property
    def is_filtered(self) -> bool:
        return any(self.typed.values()) or bool(self.errors)


def read_delivery_search(query: Mapping[str, str]) -> DeliverySearch:
    typed = {name: query.get(name, "").strip() for name in FIELDS}
    errors: dict[str, str] = {}
    return DeliverySearch(
        chosen(DeliveryState, "status", typed, errors),
        chosen(EventKind, "event", typed, errors),
        cleaned(typed["payment"]),
        read_period(typed, DATE_UNREADABLE, errors),
        typed,
        errors,
    )
