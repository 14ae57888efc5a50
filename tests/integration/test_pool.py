"""Connections are few, whoever waits for one gets one, and they all speak alike."""

import asyncio
from datetime import UTC, datetime

import asyncpg

from wasl.domain.payment_intent import NewPaymentIntent, new_uuid, open_intent
from wasl.storage import applications, payment_intents
from wasl.storage.applications import Application
from wasl.storage.pool import close_pool, connection_from, open_pool


def test_more_users_than_connections_are_all_served(own_database_url: str) -> None:
    async def use_it() -> int:
        pool = await open_pool(own_database_url, max_size=3)

        async def ask() -> int:
            async with connection_from(pool) as connection:
                answer: int = await connection.fetchval("SELECT 1 FROM pg_sleep(0.001)")
                return answer

        answers = await asyncio.wait_for(asyncio.gather(*(ask() for _ in range(100))), 10)
        await close_pool(pool)
        return sum(answers)

    assert asyncio.run(use_it()) == 100


def test_times_are_read_exactly_whatever_style_the_server_prefers(
    own_database_url: str,
) -> None:
    opened = datetime(2026, 3, 29, 1, 59, 59, 120_003, tzinfo=UTC)
    shop = Application(new_uuid(opened), "Shop", "test", [], None, b"secret", opened)
    new = NewPaymentIntent("order-1", 1_000, "LYD", None, None, None, None, expires_at=None)

    async def write_and_read() -> None:
        owner = await asyncpg.connect(own_database_url)
        name = await owner.fetchval("SELECT current_database()")
        await owner.execute(f"""ALTER DATABASE "{name}" SET datestyle = 'SQL, DMY'""")
        await owner.execute(f"""ALTER DATABASE "{name}" SET timezone = 'Africa/Tripoli'""")
        await owner.close()
        pool = await open_pool(own_database_url, max_size=1)
        async with connection_from(pool) as connection:
            await applications.insert(connection, shop)
            intent = open_intent(new, shop.id, opened)
            await payment_intents.insert_many(connection, [intent])
            found = await payment_intents.find_by_uuid(connection, [str(intent.uuid)])
        await close_pool(pool)
        assert found == {str(intent.uuid): intent}

    asyncio.run(write_and_read())
