"""Looks into a database from a test, past the service."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import asyncpg

Result = TypeVar("Result")


class Database:
    """One connection, used from plain functions.

    Its event loop has a thread of its own: in a browser test another loop, Playwright's, runs in
    the thread of the test.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        try:
            self._connection: asyncpg.Connection = self._run(self._connect())
        except BaseException:
            self._stop()
            raise

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(self.url)

    def execute(self, sql: str, *arguments: object) -> str:
        return self._run(self._connection.execute(sql, *arguments))

    def fetch(self, sql: str, *arguments: object) -> list[asyncpg.Record]:
        return self._run(self._connection.fetch(sql, *arguments))

    def value(self, sql: str, *arguments: object) -> Any:
        return self.fetch(sql, *arguments)[0][0]

    def count_intents(self, merchant_reference: str | None = None) -> int:
        """All of them, or those with this reference, whoever they belong to."""
        count: int = self.value(
            "SELECT count(*) FROM payment_intents WHERE merchant_reference = coalesce($1, "
            "merchant_reference)",
            merchant_reference,
        )
        return count

    def close(self) -> None:
        self._run(self._connection.close())
        self._stop()

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextmanager
def connected(url: str) -> Iterator[Database]:
    database = Database(url)
    try:
        yield database
    finally:
        database.close()


@asynccontextmanager
async def connection_to(
    url: str, settings: Mapping[str, str] | None = None
) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(url, server_settings=dict(settings or {}))
    try:
        yield connection
    finally:
        await connection.close()
