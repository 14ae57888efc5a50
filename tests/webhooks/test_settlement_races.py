"""A row of the queue changes while the try of it is being settled: neither change is lost."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import uuid4

import asyncpg
import pytest

from tests.support.database import connection_to
from wasl.storage.delivery_queue import PLANNER_SETTINGS
from wasl.storage.delivery_settlement import Settled, SettledTry, settle

NOW: Final = datetime(2026, 3, 1, tzinfo=UTC)
NEXT_TRY: Final = NOW + timedelta(minutes=5)
RESEND: Final = NOW + timedelta(minutes=1)

_QUEUED: Final = """
    INSERT INTO delivery_queue (application_id, delivery_id, due_at, lease, next_try_at)
    VALUES ($1, $2, $3, $4, $3)
"""
_WAITS_FOR_A_LOCK: Final = """
    SELECT count(*) > 0 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
_ASK_RESEND: Final = "UPDATE delivery_queue SET resend_at = $1"
_TAKE_OVER: Final = "UPDATE delivery_queue SET lease = gen_random_uuid(), due_at = $1"

Row = tuple[int, datetime | None, datetime | None, datetime, bool]


@pytest.mark.parametrize(
    ("change", "succeeded", "expected", "rows"),
    [
        (_ASK_RESEND, True, "planned", [(1, None, RESEND, RESEND, True)]),
        (_ASK_RESEND, False, "planned", [(1, NEXT_TRY, RESEND, RESEND, True)]),
        (_TAKE_OVER, True, "over", []),
        (_TAKE_OVER, False, "not ours", [(0, NOW, None, RESEND, False)]),
    ],
)
def test_what_changed_meanwhile_counts(
    own_database_url: str, change: str, succeeded: bool, expected: str, rows: Sequence[Row]
) -> None:
    async def main() -> None:
        async with (
            connection_to(own_database_url) as other,
            connection_to(own_database_url) as watcher,
            connection_to(own_database_url, PLANNER_SETTINGS) as worker,
        ):
            shop, delivery, lease = uuid4(), uuid4(), uuid4()
            await other.execute(_QUEUED, shop, delivery, NOW, lease)
            tried = SettledTry(
                shop, delivery, lease, None, succeeded, None if succeeded else NEXT_TRY
            )
            async with asyncio.timeout(10):
                async with other.transaction():
                    await other.execute(change, RESEND)
                    settling = asyncio.create_task(_settled(worker, tried))
                    while not await watcher.fetchval(_WAITS_FOR_A_LOCK):  # noqa: ASYNC110 - it knows
                        await asyncio.sleep(0)
                settled = await settling
            assert (
                settled
                == {
                    "planned": ({delivery}, True),
                    "over": ({delivery}, False),
                    "not ours": (set(), False),
                }[expected]
            )
            found = await other.fetch(
                "SELECT automatic_tries, next_try_at, resend_at, due_at, lease IS NULL"
                " FROM delivery_queue"
            )
            assert [tuple(row) for row in found] == rows

    asyncio.run(main())


async def _settled(worker: asyncpg.Connection, tried: SettledTry) -> Settled:
    async with worker.transaction():
        return await settle(worker, [tried])
