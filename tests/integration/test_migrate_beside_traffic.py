"""A migration that cannot lock a table at once lets payments go on meanwhile."""

import asyncio

import asyncpg
import pytest

from wasl.storage import migrate as migrations
from wasl.storage.migrate import Migration, MigrationError, known_migrations, migrate

NEXT = Migration(9999, "9999_more", "ALTER TABLE payment_intents ADD COLUMN more integer")
_READ = "SELECT count(*) FROM payment_intents"


@pytest.fixture(autouse=True)
def one_more_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [*known_migrations(), NEXT]
    monkeypatch.setattr(migrations, "known_migrations", lambda: known)
    monkeypatch.setattr(migrations, "_LOCK_WAIT_MS", 50)
    monkeypatch.setattr(migrations, "_STEP_ASIDE_S", 0.01)


def test_it_steps_aside_until_the_table_is_free(own_database_url: str) -> None:
    async def main() -> None:
        holder, traffic, migrator = [await asyncpg.connect(own_database_url) for _ in range(3)]
        held = holder.transaction()
        await held.start()
        await holder.execute(_READ)
        waiting = asyncio.create_task(migrate(migrator))
        # Each of these queues behind the migration at the longest until it steps aside.
        for _ in range(20):
            await traffic.fetchval(_READ, timeout=5)
        assert not waiting.done()
        await held.rollback()
        assert await waiting == [NEXT]
        await traffic.fetchval("SELECT count(more) FROM payment_intents")
        for connection in (holder, traffic, migrator):
            await connection.close()

    asyncio.run(main())


def test_it_gives_up_whole_where_the_table_stays_taken(
    own_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "_LOCK_TRIES", 2)

    async def main() -> None:
        holder, migrator = [await asyncpg.connect(own_database_url) for _ in range(2)]
        held = holder.transaction()
        await held.start()
        await holder.execute(_READ)
        with pytest.raises(MigrationError, match="a long transaction holds them"):
            await migrate(migrator)
        await held.rollback()
        # Nothing is left behind, not even the lock that lets migrations take turns.
        assert await migrate(holder) == [NEXT]
        for connection in (holder, migrator):
            await connection.close()

    asyncio.run(main())
