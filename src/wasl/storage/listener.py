"""Hears NOTIFY on a connection of its own, and connects again whenever that one is lost."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import asyncpg
import structlog

from wasl.storage.pool import COMMAND_TIMEOUT_S, CONNECT_TIMEOUT_S

_RECONNECT_WAIT_S: Final = 0.5
_HEARTBEAT_S: Final = 5.0

log = structlog.get_logger()


class Listener:
    """Each payload goes to the hearer of its channel.

    `on_gap` runs whenever messages may have been missed.
    """

    def __init__(
        self,
        database_url: str,
        hearers: Mapping[str, Callable[[str], None]],
        on_gap: Callable[[], None],
    ) -> None:
        self._database_url = database_url
        self._hearers = hearers
        self._on_gap = on_gap

    async def run(self) -> None:
        while True:
            try:
                await self._listen_until_lost()
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("listener_lost", channel=",".join(self._hearers), reason=str(error))
            self._on_gap()
            await asyncio.sleep(_RECONNECT_WAIT_S)

    async def _listen_until_lost(self) -> None:
        connection = await asyncpg.connect(
            self._database_url,
            timeout=CONNECT_TIMEOUT_S,
            command_timeout=COMMAND_TIMEOUT_S,
            server_settings={"application_name": "wasl-listener"},
        )
        try:
            for channel in self._hearers:
                await connection.add_listener(channel, self._receive)
            # What changed while no one was listening is only found by looking again.
            self._on_gap()
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            while not lost.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(_HEARTBEAT_S):
                        await lost.wait()
                    continue
                await connection.execute("SELECT 1")
            log.warning(
                "listener_lost", channel=",".join(self._hearers), reason="closed by the server"
            )
        finally:
            connection.terminate()

    def _receive(self, _connection: object, _pid: int, channel: str, payload: object) -> None:
        self._hearers[channel](str(payload))
