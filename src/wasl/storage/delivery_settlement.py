"""What the queue makes of a try: nothing follows, or the next one is planned.

The statements leave the planner no choice, for the reason told in `delivery_queue`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.delivery_queue import PLACES, keys
from wasl.storage.pool import Connection


class SettledTry(NamedTuple):
    """What a try means for the queue. `next_try_at` is meant for an automatic try alone."""

    application_id: UUID
    delivery_id: UUID
    lease: UUID
    resend_at: datetime | None
    succeeded: bool
    next_try_at: datetime | None


class Settled(NamedTuple):
    """Which were still ours to plan, and whether any of them is to be sent again."""

    ours: set[UUID]
    more_to_send: bool


async def settle(connection: Connection, tried: Sequence[SettledTry]) -> Settled:
    """Plans what follows each try. In a transaction."""
    received = [one for one in tried if one.succeeded and one.resend_at is None]
    removed = await _remove_received(connection, received) if received else set()
    left = {one.delivery_id: one for one in tried if one.delivery_id not in removed}
    if not left:
        return Settled(removed, more_to_send=False)
    held = await _hold(connection, list(left.values()))
    ours = [row for row in held if _may_plan(left[row.delivery_id], row)]
    plans = [_plan(left[row.delivery_id], row) for row in ours]
    await _carry_out(connection, plans)
    return Settled(
        removed | {row.delivery_id for row in ours},
        more_to_send=any(plan.due_at is not None for plan in plans),
    )


# What most tries come to. A resend that was asked for meanwhile is still to be made.
_REMOVE_RECEIVED: Final = f"""
    DELETE FROM delivery_queue WHERE ctid = ANY(ARRAY({PLACES})) AND resend_at IS NULL
    RETURNING delivery_id
"""


async def _remove_received(connection: Connection, received: Sequence[SettledTry]) -> set[UUID]:
    rows = await connection.fetch(_REMOVE_RECEIVED, *keys(received))
    return {row[0] for row in rows}


class _Held(NamedTuple):
    """A row as it stands, locked by us. `place` is where."""

    delivery_id: UUID
    place: str
    lease: UUID | None
    next_try_at: datetime | None
    resend_at: datetime | None


_HOLD: Final = """
    SELECT held.*
    FROM unnest($1::text::uuid[], $2::text::uuid[]) AS wanted (application_id, delivery_id)
    CROSS JOIN LATERAL (
        SELECT queue.delivery_id, ctid::text, lease, next_try_at, resend_at
        FROM delivery_queue AS queue
        WHERE queue.application_id = wanted.application_id
          AND queue.delivery_id = wanted.delivery_id
        FOR UPDATE
    ) AS held
"""


async def _hold(connection: Connection, tried: Sequence[SettledTry]) -> list[_Held]:
    return [_Held._make(row) for row in await connection.fetch(_HOLD, *keys(tried))]


def _may_plan(tried: SettledTry, row: _Held) -> bool:
    """Where the lease ran out and somebody else has it, only a success changes the plan."""
    return tried.succeeded or row.lease == tried.lease


class _Plan(NamedTuple):
    """Without `due_at` nothing follows."""

    place: str
    automatic_tries_more: int
    next_try_at: datetime | None
    resend_at: datetime | None
    due_at: datetime | None


def _plan(tried: SettledTry, row: _Held) -> _Plan:
    automatic = tried.resend_at is None
    next_try_at = tried.next_try_at if tried.succeeded or automatic else row.next_try_at
    resend_at = None if row.resend_at == tried.resend_at else row.resend_at
    due_at = min((time for time in (next_try_at, resend_at) if time is not None), default=None)
    return _Plan(row.place, int(automatic), next_try_at, resend_at, due_at)


_REMOVE: Final = "DELETE FROM delivery_queue WHERE ctid = ANY($1::text::tid[])"
_PLAN_NEXT: Final = """
    UPDATE delivery_queue SET
        lease = NULL,
        automatic_tries = automatic_tries + $2,
        next_try_at = $3,
        resend_at = $4,
        due_at = $5
    WHERE ctid = $1::text::tid
"""


async def _carry_out(connection: Connection, plans: Sequence[_Plan]) -> None:
    over = [f'"{plan.place}"' for plan in plans if plan.due_at is None]
    if over:
        await connection.execute(_REMOVE, "{" + ",".join(over) + "}")
    going_on = [plan for plan in plans if plan.due_at is not None]
    if going_on:
        await connection.executemany(_PLAN_NEXT, going_on)
