"""Statistics that were taken of an empty queue make no statement read all of a full one."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

import asyncpg
import pytest

from tests.support.database import connection_to
from wasl.storage import delivery_queue, delivery_settlement
from wasl.storage.delivery_queue import PLANNER_SETTINGS, ClaimedDelivery, Room
from wasl.storage.delivery_settlement import SettledTry

QUEUED: Final = 2_000
TAKEN: Final = 50
NOW: Final = datetime(2026, 3, 1, tzinfo=UTC)
LEASE: Final = uuid4()

_QUEUE: Final = """
    INSERT INTO delivery_queue (application_id, delivery_id, due_at, lease, next_try_at)
    SELECT $1, gen_random_uuid(), $2, $3, $2 FROM generate_series(1, $4)
    RETURNING delivery_id
"""
# In this transaction, live rows that were looked at.
_LOOKED_AT: Final = """
    SELECT idx_tup_fetch + seq_tup_read FROM pg_stat_xact_user_tables
    WHERE relname = 'delivery_queue'
"""


async def _empty_with_pages(owner: asyncpg.Connection) -> None:
    await owner.execute(_QUEUE, uuid4(), NOW, None, QUEUED)
    await owner.execute("DELETE FROM delivery_queue")
    await owner.execute("VACUUM (ANALYZE, TRUNCATE false) delivery_queue")
    assert await _rows_by_statistics(owner) == 0


async def _nearly_empty(owner: asyncpg.Connection) -> None:
    await owner.execute(_QUEUE, uuid4(), NOW, None, 1)
    await owner.execute("VACUUM (ANALYZE) delivery_queue")
    assert await _rows_by_statistics(owner) == 1


async def _rows_by_statistics(owner: asyncpg.Connection) -> float:
    rows: float = await owner.fetchval(
        "SELECT reltuples FROM pg_class WHERE relname = 'delivery_queue'"
    )
    return rows


Work = Callable[[asyncpg.Connection, UUID, list[UUID]], Awaitable[object]]


async def _receive(connection: asyncpg.Connection, shop: UUID, taken: list[UUID]) -> None:
    tried = [SettledTry(shop, one, LEASE, None, True, None) for one in taken]
    settled = await delivery_settlement.settle(connection, tried)
    assert settled == (set(taken), False)


async def _fail(connection: asyncpg.Connection, shop: UUID, taken: list[UUID]) -> None:
    later = NOW + timedelta(minutes=1)
    tried = [SettledTry(shop, one, LEASE, None, False, later) for one in taken]
    settled = await delivery_settlement.settle(connection, tried)
    assert settled == (set(taken), True)


async def _give_up(connection: asyncpg.Connection, shop: UUID, taken: list[UUID]) -> None:
    tried = [SettledTry(shop, one, LEASE, None, False, None) for one in taken]
    settled = await delivery_settlement.settle(connection, tried)
    assert settled == (set(taken), False)


async def _release(connection: asyncpg.Connection, shop: UUID, taken: list[UUID]) -> None:
    claimed = [ClaimedDelivery(shop, one, LEASE, 0, None, "", b"", b"") for one in taken]
    await delivery_queue.release(connection, claimed)


async def _claim(connection: asyncpg.Connection, _shop: UUID, _taken: list[UUID]) -> None:
    later = NOW + timedelta(seconds=30)
    await delivery_queue.claim(connection, uuid4(), NOW, later, Room(TAKEN, TAKEN, {}))


@pytest.mark.parametrize("work", [_receive, _fail, _give_up, _release, _claim])
@pytest.mark.parametrize("statistics_of", [_empty_with_pages, _nearly_empty])
def test_only_what_is_meant_is_looked_at(
    own_database_url: str,
    statistics_of: Callable[[asyncpg.Connection], Awaitable[None]],
    work: Work,
) -> None:
    async def main() -> None:
        async with (
            connection_to(own_database_url) as owner,
            connection_to(own_database_url, PLANNER_SETTINGS) as worker,
        ):
            await statistics_of(owner)
            shop = uuid4()
            rows = await owner.fetch(_QUEUE, shop, NOW, LEASE, QUEUED)
            taken = [row[0] for row in rows[:: QUEUED // TAKEN]]
            async with worker.transaction():
                await work(worker, shop, taken)
                looked_at = await worker.fetchval(_LOOKED_AT)
            # Each is found by its key, and then by its place.
            assert 0 < looked_at <= 4 * TAKEN

    asyncio.run(main())
