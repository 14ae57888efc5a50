"""Looks into a database from a test, past the service."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg


class Database:
    """One connection, used from plain functions."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._runner = asyncio.Runner()
        self._connection = self._runner.run(self._connect())

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(self.url)

    def execute(self, sql: str, *arguments: object) -> str:
        async def run() -> str:
            return await self._connection.execute(sql, *arguments)

        return self._runner.run(run())

    def fetch(self, sql: str, *arguments: object) -> list[asyncpg.Record]:
        async def run() -> list[asyncpg.Record]:
            return await self._connection.fetch(sql, *arguments)

        return self._runner.run(run())

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
        self._runner.run(self._connection.close())
        self._runner.close()


@contextmanager
def connected(url: str) -> Iterator[Database]:
    database = Database(url)
    try:
        yield database
    finally:
        database.close()
