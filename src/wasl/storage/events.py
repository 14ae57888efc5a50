"""The table `events`."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from wasl.domain.event import Event
from wasl.storage.pool import Connection

_INSERT_MANY: Final = """
    INSERT INTO events (id, application_id, payment_intent_uuid, kind, created_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[])
"""


async def insert_many(connection: Connection, events: Sequence[Event]) -> None:
    await connection.execute(_INSERT_MANY, *zip(*events, strict=True))


_OF_INTENT: Final = """
    SELECT id, application_id, payment_intent_uuid, kind, created_at FROM events
    WHERE payment_intent_uuid = $2 AND application_id = $1 ORDER BY created_at
"""


async def of_intent(connection: Connection, application_id: UUID, intent_uuid: UUID) -> list[Event]:
    rows = await connection.fetch(_OF_INTENT, application_id, intent_uuid)
    return [Event._make(row) for row in rows]
