"""Read the events of a test application in order, signed as its webhooks are."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final, NamedTuple
from uuid import UUID

import structlog
from cryptography.fernet import InvalidToken

from wasl.domain.application import Mode
from wasl.domain.errors import LiveApplicationRefused, ServiceUnavailable
from wasl.domain.event_cursor import START, EventCursor
from wasl.domain.webhook_signature import SIGNATURE_HEADER, signature
from wasl.storage import applications, event_feed
from wasl.storage.applications import Application
from wasl.storage.encryption import SecretBox
from wasl.storage.event_feed import FeedEntry
from wasl.storage.pool import Connection, Pool, connection_from

log = structlog.get_logger()

PAGE_SIZE: Final = 100
# Clocks differ, and a status change takes its time before it is written.
_OVERLAP: Final = timedelta(hours=1)


class SignedEvent(NamedTuple):
    """What a webhook of this event would carry, and how far who got it has read."""

    entry: FeedEntry
    headers: Mapping[str, str]
    cursor: EventCursor


class EventPage(NamedTuple):
    """`rewound`: the cursor is not of this database's past, so some events may come again."""

    application_name: str
    events: list[SignedEvent]
    cursor: EventCursor
    rewound: bool


class ReadEvents:
    def __init__(self, pool: Pool, secret_box: SecretBox) -> None:
        self._pool = pool
        self._secret_box = secret_box

    async def __call__(self, application_id: UUID, after: EventCursor | None) -> EventPage:
        """The events after the cursor; without one, none, and the cursor of this moment."""
        async with connection_from(self._pool) as connection:
            application = await find_test_application(connection, application_id)
            if after is None:
                now = await _now(connection, application_id)
                return EventPage(application.name, [], now, rewound=False)
            await event_feed.number_visible(connection, application_id)
            place = await _place(connection, application_id, after)
            entries = await event_feed.after(connection, application_id, place.position, PAGE_SIZE)
        events = self._signed(application, entries)
        cursor = events[-1].cursor if events else place
        return EventPage(application.name, events, cursor, rewound=place != after)

    def _signed(self, application: Application, entries: list[FeedEntry]) -> list[SignedEvent]:
        if not entries:
            return []
        try:
            secret = self._secret_box.decrypt(application.webhook_secret_encrypted)
        except InvalidToken:
            log.error("webhook_secret_unreadable", application=str(application.id))  # noqa: TRY400
            raise ServiceUnavailable from None
        return [
            SignedEvent(
                entry,
                {
                    "Content-Type": "application/json",
                    SIGNATURE_HEADER: signature(secret, entry.body),
                },
                _cursor_of(entry),
            )
            for entry in entries
        ]


async def find_test_application(connection: Connection, application_id: UUID) -> Application:
    application = await applications.find(connection, application_id)
    assert application is not None
    if application.mode != Mode.TEST:
        raise LiveApplicationRefused
    return application


async def _now(connection: Connection, application_id: UUID) -> EventCursor:
    while await event_feed.number_visible(connection, application_id):
        pass
    last = await event_feed.last(connection, application_id)
    return START if last is None else _cursor_of(last)


async def _place(connection: Connection, application_id: UUID, after: EventCursor) -> EventCursor:
    """The cursor itself, unless the event it names is not there: restored from a backup."""
    if after == START:
        return after
    named = await event_feed.at(connection, application_id, after.position)
    if named is not None and _cursor_of(named) == after:
        return after
    earlier = await event_feed.last(connection, application_id, after.created_at - _OVERLAP)
    return START if earlier is None else _cursor_of(earlier)


def _cursor_of(entry: FeedEntry) -> EventCursor:
    return EventCursor(entry.position, entry.delivery_id, entry.created_at)
