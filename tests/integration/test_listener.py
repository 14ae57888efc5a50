"""Announcements of the database are heard, and a lost connection is told and made again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from wasl.storage.listener import Listener

CHANNEL = "test_channel"


class Heard:
    def __init__(self) -> None:
        self.messages: asyncio.Queue[str] = asyncio.Queue()
        self.gaps: asyncio.Queue[None] = asyncio.Queue()

    def gap(self) -> None:
        self.gaps.put_nowait(None)


@asynccontextmanager
async def listening(database_url: str) -> AsyncIterator[tuple[Heard, asyncpg.Connection]]:
    heard = Heard()
    listener = Listener(database_url, {CHANNEL: heard.messages.put_nowait}, heard.gap)
    running = asyncio.create_task(listener.run())
    speaker = await asyncpg.connect(database_url)
    try:
        async with asyncio.timeout(20):
            # What changed before it listened could not be heard: that is a gap, too.
            await heard.gaps.get()
            yield heard, speaker
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await speaker.close()


async def say(speaker: asyncpg.Connection, message: str) -> None:
    await speaker.execute("SELECT pg_notify($1, $2)", CHANNEL, message)


def test_messages_are_heard_in_their_order(own_database_url: str) -> None:
    async def main() -> None:
        async with listening(own_database_url) as (heard, speaker):
            for message in ("one", "two", "three"):
                await say(speaker, message)
            assert [await heard.messages.get() for _ in range(3)] == ["one", "two", "three"]
            assert heard.gaps.empty()

    asyncio.run(main())


def test_a_lost_connection_is_a_gap_and_is_made_again(own_database_url: str) -> None:
    async def main() -> None:
        async with listening(own_database_url) as (heard, speaker):
            ended = await speaker.fetchval(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            assert ended == 1
            await heard.gaps.get()
            # A second one says that it listens again.
            await heard.gaps.get()
            await say(speaker, "after")
            assert await heard.messages.get() == "after"

    asyncio.run(main())
