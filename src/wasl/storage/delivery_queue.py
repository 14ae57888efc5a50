"""The table `delivery_queue`: what is still to be sent. Every claim of deliveries stands here."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from wasl.domain.retry_schedule import MAX_TRIES
from wasl.storage.pool import Connection
from wasl.storage.uuid_text import uuid_text

# For the pool that claims and records. The table is nearly empty most of the time; a plan made
# then, and kept, would read all of it in every step when it is full. With these settings, and with
# statements that leave no choice, there is only one plan to find, so it is made once: planning a
# claim takes half as long as the claim.
#
# What leaves no choice: rows are looked for by their key in a LATERAL query, one key after the
# other (a join may be turned around), and changed by their place. The index by time can be used by
# who says `due_at > '-infinity'` alone, and only it gives their order without a sort.
PLANNER_SETTINGS: Final = {
    **{
        f"enable_{way}": "off"
        for way in ("seqscan", "bitmapscan", "hashjoin", "mergejoin", "sort", "incremental_sort")
    },
    "plan_cache_mode": "force_generic_plan",
}


class ClaimedDelivery(NamedTuple):
    """What one try needs. `resend_at` is None where the try is an automatic one."""

    application_id: UUID
    delivery_id: UUID
    lease: UUID
    automatic_tries: int
    resend_at: datetime | None
    url: str
    secret_encrypted: bytes
    body: bytes


class Room(NamedTuple):
    """How many deliveries may be taken: in all, of an application, and of the busy ones."""

    total: int
    of_each: int
    of_busy: Mapping[UUID, int]


# The applications that have anything queued, each found by one step into the index, however
# many rows it has.
_QUEUED_APPLICATIONS: Final = """
    WITH RECURSIVE queued AS (
        (
            SELECT application_id FROM delivery_queue WHERE due_at > '-infinity'
            ORDER BY application_id LIMIT 1
        )
        UNION ALL
        SELECT following.application_id
        FROM queued CROSS JOIN LATERAL (
            SELECT application_id FROM delivery_queue
            WHERE application_id > queued.application_id AND due_at > '-infinity'
            ORDER BY application_id LIMIT 1
        ) AS following
    ),
    earliest AS (
        SELECT queued.application_id, first.due_at
        FROM queued CROSS JOIN LATERAL (
            SELECT due_at FROM delivery_queue
            WHERE application_id = queued.application_id AND due_at > '-infinity'
            ORDER BY due_at LIMIT 1
        ) AS first
    )
"""

# An equal share for every application that has something due: a flood is taken a little at a
# time, and costs the others nothing.
_CLAIM: Final = f"""
    {_QUEUED_APPLICATIONS},
    with_room AS MATERIALIZED (
        SELECT earliest.application_id, coalesce(busy.room, $5) AS room
        FROM earliest
        LEFT JOIN unnest($6::uuid[], $7::integer[]) AS busy (application_id, room)
            ON busy.application_id = earliest.application_id
        WHERE earliest.due_at <= $1 AND coalesce(busy.room, $5) > 0
        ORDER BY earliest.due_at LIMIT $4
    ),
    taken AS (
        SELECT due.place
        FROM (
            SELECT application_id, room, greatest(1, $4 / count(*) OVER ()) AS share
            FROM with_room
        ) AS of_application
        CROSS JOIN LATERAL (
            SELECT ctid AS place FROM delivery_queue
            WHERE application_id = of_application.application_id
              AND due_at <= $1 AND due_at > '-infinity'
            ORDER BY due_at LIMIT least(of_application.room, of_application.share)
            FOR UPDATE SKIP LOCKED
        ) AS due
    ),
    leased AS (
        UPDATE delivery_queue SET lease = $3, due_at = $2
        WHERE ctid = ANY(ARRAY(SELECT place FROM taken))
        RETURNING application_id, delivery_id, lease, automatic_tries,
            CASE WHEN resend_at <= $1 THEN resend_at END AS resend_at
    )
    SELECT leased.*, deliveries.url, deliveries.secret_encrypted, deliveries.body
    FROM leased JOIN deliveries
        ON deliveries.application_id = leased.application_id
        AND deliveries.id = leased.delivery_id
"""


async def claim(
    connection: Connection, lease: UUID, now: datetime, leased_until: datetime, room: Room
) -> list[ClaimedDelivery]:
    """A lease in time: if the worker that sends dies, another sends when it has run out."""
    busy, rooms = list(room.of_busy), list(room.of_busy.values())
    rows = await connection.fetch(
        _CLAIM, now, leased_until, lease, room.total, room.of_each, busy, rooms
    )
    return [ClaimedDelivery._make(row) for row in rows]


_NEXT_DUE: Final = f"""
    {_QUEUED_APPLICATIONS}
    SELECT min(due_at) FROM earliest WHERE application_id <> ALL($1::uuid[])
"""


async def next_due(connection: Connection, room: Room) -> datetime | None:
    """Of the applications of which any may be taken."""
    full = [application_id for application_id, left in room.of_busy.items() if left <= 0]
    time: datetime | None = await connection.fetchval(_NEXT_DUE, full)
    return time


# Where the rows of some keys stand.
PLACES: Final = """
    SELECT found.place
    FROM unnest($1::text::uuid[], $2::text::uuid[]) AS wanted (application_id, delivery_id)
    CROSS JOIN LATERAL (
        SELECT ctid AS place FROM delivery_queue AS queue
        WHERE queue.application_id = wanted.application_id
          AND queue.delivery_id = wanted.delivery_id
        OFFSET 0
    ) AS found
"""


class HasKey(Protocol):
    @property
    def application_id(self) -> UUID: ...
    @property
    def delivery_id(self) -> UUID: ...


def keys(some: Sequence[HasKey]) -> tuple[str, str]:
    """As `PLACES` takes them."""
    application_ids = uuid_text(one.application_id for one in some)
    return application_ids, uuid_text(one.delivery_id for one in some)


_RELEASE: Final = f"""
    UPDATE delivery_queue SET lease = NULL, due_at = least(next_try_at, resend_at)
    WHERE ctid = ANY(ARRAY({PLACES})) AND lease = ANY($3::text::uuid[])
"""


async def release(connection: Connection, claimed: Sequence[ClaimedDelivery]) -> None:
    """Where the lease is still ours, the claim is undone."""
    leases = uuid_text({one.lease for one in claimed})
    await connection.execute(_RELEASE, *keys(claimed), leases)


# One that is under way stays with who has it; the resend follows when its result is recorded.
_ASK_RESEND: Final = """
    INSERT INTO delivery_queue (application_id, delivery_id, due_at, resend_at)
    SELECT $1, delivery_id, $3, $3 FROM unnest($2::uuid[]) AS wanted (delivery_id)
    ON CONFLICT (application_id, delivery_id) DO UPDATE SET
        resend_at = excluded.resend_at,
        due_at = CASE
            WHEN delivery_queue.lease IS NULL THEN least(delivery_queue.due_at, excluded.due_at)
            ELSE delivery_queue.due_at
        END
    WHERE delivery_queue.resend_at IS NULL
    RETURNING delivery_id
"""


async def ask_resend(
    connection: Connection, application_id: UUID, delivery_ids: Sequence[UUID], now: datetime
) -> list[UUID]:
    """Those of them that were not asked for already."""
    rows = await connection.fetch(_ASK_RESEND, application_id, sorted(delivery_ids), now)
    return [row[0] for row in rows]


class QueueState(NamedTuple):
    due: int
    overdue: int
    in_flight: int
    oldest_due_at: datetime | None


_MEASURE: Final = """
    SELECT
        count(*) FILTER (WHERE due_at <= $1),
        count(*) FILTER (WHERE due_at <= $2),
        count(*) FILTER (WHERE due_at > $1 AND lease IS NOT NULL),
        min(due_at) FILTER (WHERE due_at <= $1)
    FROM delivery_queue
"""


async def measure(connection: Connection, now: datetime, overdue_since: datetime) -> QueueState:
    row = await connection.fetchrow(_MEASURE, now, overdue_since)
    assert row is not None
    return QueueState._make(row)


class Planned(NamedTuple):
    automatic_tries: int
    next_at: datetime


_LAST_PLANNED: Final = f"""
    SELECT CASE WHEN next_try_at IS NULL THEN {MAX_TRIES} ELSE automatic_tries END AS tries,
        max(coalesce(next_try_at, resend_at))
    FROM delivery_queue WHERE application_id = $1 GROUP BY tries
"""


async def last_planned(connection: Connection, application_id: UUID) -> list[Planned]:
    """The latest next try among those that have made the same number of tries.

    A resend of one whose tries are used up is its last.
    """
    rows = await connection.fetch(_LAST_PLANNED, application_id)
    return [Planned._make(row) for row in rows]
