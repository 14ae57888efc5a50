"""Connections are few, and whoever waits for one gets one."""

import asyncio

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
