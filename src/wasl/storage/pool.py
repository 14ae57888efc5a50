"""The connection pool. It reconnects by itself; an outage becomes `ServiceUnavailable`."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import asyncpg
import asyncpg.pool

from wasl.domain.errors import ServiceUnavailable

if TYPE_CHECKING:
    _Pooled = asyncpg.pool.PoolConnectionProxy[asyncpg.Record]
    Connection = _Pooled | asyncpg.Connection
    _DriverPool = asyncpg.Pool[asyncpg.Record]
else:
    Connection = asyncpg.Connection
Record = asyncpg.Record

_KEPT_AT_HAND: Final = 4
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


# Times that are read as text are then in ISO 8601, whatever the server prefers.
_SESSION: Final = {"application_name": "wasl", "timezone": "UTC", "datestyle": "ISO"}


async def open_pool(
    database_url: str, max_size: int, settings: Mapping[str, str] | None = None
) -> "Pool":
    """Connects on first use, so that a service can start before its database does."""
    pool = await asyncpg.create_pool(
        database_url,
        min_size=0,
        max_size=max_size,
        timeout=CONNECT_TIMEOUT_S,
        command_timeout=COMMAND_TIMEOUT_S,
        init=_prepare,
        # We leave no session state behind, so the round trip that would clear it earns nothing.
        reset=_leave_as_is,
        server_settings={**_SESSION, **(settings or {})},
    )
    return Pool(pool)


class Pool:
    """The driver's pool, with a few connections kept at hand.

    Handing a connection back to the driver's pool starts a task and costs as much as a query;
    a connection at hand is taken and put back in no time.
    """

    def __init__(self, pool: "_DriverPool") -> None:
        self._pool = pool
        self._at_hand: list[_Pooled] = []
        self._waiting = 0

    async def take(self) -> "_Pooled":
        while self._at_hand:
            connection = self._at_hand.pop()
            if not connection.is_closed():
                return connection
            await self._pool.release(connection)
        self._waiting += 1
        try:
            if asyncio.current_task() is not None:
                return await self._pool.acquire()
            # The driver sets itself a time limit, which only a task can have.
            return await asyncio.get_running_loop().create_task(self._acquire())
        finally:
            self._waiting -= 1

    async def _acquire(self) -> "_Pooled":
        return await self._pool.acquire()

    async def put_back(self, connection: "_Pooled") -> None:
        # Who waits, waits at the driver's pool: nothing is kept back from them.
        full = self._waiting > 0 or len(self._at_hand) >= _KEPT_AT_HAND
        if full or connection.is_closed():
            await self.give_up(connection)
        else:
            self._at_hand.append(connection)

    async def give_up(self, connection: "_Pooled") -> None:
        """To the driver's pool, which finds out whether it can be used again."""
        await self._pool.release(connection)

    async def close(self) -> None:
        while self._at_hand:
            await self._pool.release(self._at_hand.pop())
        await self._pool.close()

    def terminate(self) -> None:
        self._pool.terminate()


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
        connection = await pool.take()
        try:
            yield connection
        except (Exception, asyncio.CancelledError):
            await pool.give_up(connection)
            raise
        else:
            await pool.put_back(connection)
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
