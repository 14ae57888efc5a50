"""What a merchant is told: the status changes that end in an event."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.payment_intent import Status


class EventKind(StrEnum):
    SUCCEEDED = "payment_intent.succeeded"
    CANCELED = "payment_intent.canceled"


EVENT_OF_STATUS: Final[Mapping[Status, EventKind]] = {
    Status.SUCCEEDED: EventKind.SUCCEEDED,
    Status.CANCELED: EventKind.CANCELED,
}


class Event(NamedTuple):
    id: UUID
    application_id: UUID
    payment_intent_uuid: UUID
    kind: str
    created_at: datetime
