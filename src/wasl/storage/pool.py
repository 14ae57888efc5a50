"""The connection pool. It reconnects by itself; an outage becomes `ServiceUnavailable`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import asyncpg
import asyncpg.pool

from wasl.domain.errors import ServiceUnavailable

if TYPE_CHECKING:
    Connection = asyncpg.pool.PoolConnectionProxy[asyncpg.Record] | asyncpg.Connection
    Pool = asyncpg.Pool[asyncpg.Record]
else:
    Connection = asyncpg.Connection
    Pool = asyncpg.Pool

CONNECT_TIMEOUT_S: Final = 3.0
COMMAND_TIMEOUT_S: Final = 5.0

# The server is gone, going, starting, full or read-only after a failover: all of them pass.
_OUTAGES: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.exceptions.TooManyConnectionsError,
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.ReadOnlySQLTransactionError,
    asyncpg.exceptions.InvalidAuthorizationSpecificationError,
    asyncpg.exceptions.UndefinedTableError,
    asyncpg.exceptions.InvalidCatalogNameError,
)


async def open_pool(database_url: str, max_size: int) -> Pool:
    """Connects on first use, so that a service can start before its database does."""
    return await asyncpg.create_pool(
        database_url,
        min_size=0,
        max_size=max_size,
        timeout=CONNECT_TIMEOUT_S,
        command_timeout=COMMAND_TIMEOUT_S,
        init=_prepare,
        # We leave no session state behind, so the round trip that would clear it earns nothing.
        reset=_leave_as_is,
        server_settings={"application_name": "wasl", "timezone": "UTC"},
    )


async def _prepare(connection: asyncpg.Connection) -> None:
    # The driver's own codec for times takes a third of the time it takes to read an intent.
    await connection.set_type_codec(
        "timestamptz", schema="pg_catalog", format="tuple", encoder=_to_wire, decoder=_from_wire
    )


_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)


def _to_wire(time: datetime) -> tuple[int]:
    since = time - _EPOCH
    return ((since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds,)


def _from_wire(wire: tuple[int]) -> datetime:
    return _EPOCH + timedelta(0, 0, wire[0])


async def _leave_as_is(_connection: object) -> None:
    pass


@asynccontextmanager
async def connection_from(pool: Pool) -> AsyncIterator[Connection]:
    try:
        async with pool.acquire() as connection:
            yield connection
    except _OUTAGES as outage:
        raise ServiceUnavailable from outage


@asynccontextmanager
async def transaction_from(pool: Pool) -> AsyncIterator[Connection]:
    async with connection_from(pool) as connection, connection.transaction():
        yield connection


async def close_pool(pool: Pool, patience_s: float = COMMAND_TIMEOUT_S) -> None:
    try:
        await asyncio.wait_for(pool.close(), patience_s)
    except TimeoutError:
        pool.terminate()
