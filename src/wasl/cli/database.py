"""The database a command works on: the operator's, or the embedded one, started and migrated."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import asyncpg

from wasl.config import Settings
from wasl.log import without_credentials
from wasl.storage.embedded import EmbeddedPostgres
from wasl.storage.migrate import Migration, is_migrated, migrate
from wasl.storage.pool import CONNECT_TIMEOUT_S


class DatabaseUnusableError(Exception):
    """One line that says why."""


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Its address. The embedded one is nobody else's, so it is migrated without being asked."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    embedded = EmbeddedPostgres(settings.data_dir)
    url = embedded.start()
    try:
        asyncio.run(migrate_database(url))
        yield url
    finally:
        embedded.stop()


async def migrate_database(url: str) -> list[Migration]:
    async with _connection(url) as connection:
        return await migrate(connection)


async def require_migrated(url: str) -> None:
    async with _connection(url) as connection:
        if not await is_migrated(connection):
            raise DatabaseUnusableError("the database is not migrated: run `wasl migrate`")


@asynccontextmanager
async def _connection(url: str) -> AsyncIterator[asyncpg.Connection]:
    try:
        connection = await asyncpg.connect(url, timeout=CONNECT_TIMEOUT_S)
    except TimeoutError:
        raise DatabaseUnusableError("the database does not answer") from None
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        reason = without_credentials(str(error)).splitlines()[0]
        raise DatabaseUnusableError(f"the database cannot be used: {reason}") from None
    try:
        yield connection
    finally:
        await connection.close()
