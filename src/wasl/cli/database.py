"""The database a command works on: the operator's, or the embedded one, started and migrated."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from wasl.config import Settings
from wasl.domain.errors import ServiceUnavailable
from wasl.storage.embedded import EmbeddedPostgres
from wasl.storage.migrate import Migration, migrate
from wasl.storage.pool import CONNECT_TIMEOUT_S


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
    try:
        connection = await asyncpg.connect(url, timeout=CONNECT_TIMEOUT_S)
    except (OSError, TimeoutError, asyncpg.PostgresConnectionError) as error:
        raise ServiceUnavailable from error
    try:
        return await migrate(connection)
    finally:
        await connection.close()
