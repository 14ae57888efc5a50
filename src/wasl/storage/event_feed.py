"""The table `event_feed`: what listeners of test applications read, in the order they read it.

Rows are written with the status change, by many transactions at once, and commit in any order.
So a row gets its position not when it is written but when it is first seen: one reader at a
time, under a lock, numbers the rows that are visible. What becomes visible later gets a higher
position. No reader waits for a transaction of somebody else, and the positions are plain data
that survive a dump and a restore.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.pool import Connection

CHANNEL: Final = "wasl_event_feed"
_NUMBERED_AT_ONCE: Final = 1000


class FeedEntry(NamedTuple):
    position: int
    delivery_id: UUID
    payment_intent_uuid: UUID
    event: str
    body: bytes
    created_at: datetime


_COLUMNS: Final = ", ".join(FeedEntry._fields)

_ADD_RESENT: Final = """
    INSERT INTO event_feed
        (application_id, delivery_id, payment_intent_uuid, event, body, created_at)
    SELECT delivery.application_id, delivery.id, delivery.payment_intent_uuid, delivery.event,
        delivery.body, $3
    FROM deliveries AS delivery JOIN applications ON applications.id = delivery.application_id
    WHERE delivery.application_id = $1 AND delivery.id = ANY($2::uuid[])
      AND applications.mode = 'test'
    ORDER BY delivery.id
"""


async def add_resent(
    connection: Connection, application_id: UUID, delivery_ids: Sequence[UUID], now: datetime
) -> None:
    """Once more, where the application is a test one."""
    await connection.execute(_ADD_RESENT, application_id, delivery_ids, now)


_ANY_UNREAD: Final = """
    SELECT EXISTS (SELECT FROM event_feed WHERE application_id = $1 AND position IS NULL)
"""
# Lets everything else go on: creates lock the key of this row only.
_TAKE_TURNS: Final = "SELECT FROM applications WHERE id = $1 FOR NO KEY UPDATE"
_NUMBER: Final = f"""
    WITH unread AS (
        SELECT written, row_number() OVER (ORDER BY written) AS number
        FROM event_feed WHERE application_id = $1 AND position IS NULL
        ORDER BY written LIMIT {_NUMBERED_AT_ONCE}
    ),
    last AS (
        SELECT coalesce(max(position), 0) AS position
        FROM event_feed WHERE application_id = $1 AND position IS NOT NULL
    )
    UPDATE event_feed SET position = last.position + unread.number FROM unread, last
    WHERE event_feed.application_id = $1 AND event_feed.written = unread.written
"""


async def number_visible(connection: Connection, application_id: UUID) -> bool:
    """Gives positions to rows that have none, at most a thousand. False where there were none."""
    if not await connection.fetchval(_ANY_UNREAD, application_id):
        return False
    async with connection.transaction():
        await connection.execute(_TAKE_TURNS, application_id)
        # A statement of its own: it sees what the one before us in turn has numbered.
        await connection.execute(_NUMBER, application_id)
    return True


_AFTER: Final = f"""
    SELECT {_COLUMNS} FROM event_feed WHERE application_id = $1 AND position > $2
    ORDER BY position LIMIT $3
"""


async def after(
    connection: Connection, application_id: UUID, position: int, limit: int
) -> list[FeedEntry]:
    rows = await connection.fetch(_AFTER, application_id, position, limit)
    return [FeedEntry._make(row) for row in rows]


_AT: Final = f"SELECT {_COLUMNS} FROM event_feed WHERE application_id = $1 AND position = $2"


async def at(connection: Connection, application_id: UUID, position: int) -> FeedEntry | None:
    row = await connection.fetchrow(_AT, application_id, position)
    return None if row is None else FeedEntry._make(row)


_LAST: Final = f"""
    SELECT {_COLUMNS} FROM event_feed WHERE application_id = $1 AND position IS NOT NULL
      AND created_at < coalesce($2::timestamptz, 'infinity')
    ORDER BY position DESC LIMIT 1
"""


async def last(
    connection: Connection, application_id: UUID, before: datetime | None = None
) -> FeedEntry | None:
    """The one that was numbered last, or the last of those written before a time."""
    row = await connection.fetchrow(_LAST, application_id, before)
    return None if row is None else FeedEntry._make(row)
