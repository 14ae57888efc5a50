"""Where developers' terminals are answered: outside the merchant API, which lists nothing."""

from typing import Final

from wasl.developer.events import EventsEndpoint
from wasl.developer.trigger import TriggerEndpoint
from wasl.web.paths import Handlers

PREFIX: Final = "/developer/v1"


def developer_routes(events: EventsEndpoint, trigger: TriggerEndpoint) -> dict[str, Handlers]:
    return {
        f"{PREFIX}/events": {"GET": events},
        f"{PREFIX}/trigger": {"POST": trigger},
    }
