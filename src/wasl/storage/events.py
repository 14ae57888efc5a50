"""The table `events`."""

from collections.abc import Sequence
from typing import Final

from wasl.domain.event import Event
from wasl.storage.pool import Connection

_INSERT_MANY: Final = """
    INSERT INTO events (id, application_id, payment_intent_uuid, kind, created_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[])
"""


async def insert_many(connection: Connection, events: Sequence[Event]) -> None:
    await connection.execute(_INSERT_MANY, *zip(*events, strict=True))
