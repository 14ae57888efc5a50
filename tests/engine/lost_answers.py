"""Between us and the providers: a place where requests arrive and no answer ever leaves."""

import asyncio
import contextlib
from urllib.parse import urlsplit


class LostAnswers:
    """With `passes_on`, the provider gets the request and acts on it; else it never hears of it."""

    def __init__(self, provider_url: str) -> None:
        provider = urlsplit(provider_url)
        self._provider = (provider.hostname, provider.port)
        self._server: asyncio.Server | None = None
        self.passes_on = True
        self.swallowed = 0

    async def open(self) -> str:
        """Its address."""
        self._server = await asyncio.start_server(self._swallow, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def _swallow(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
        body = await reader.readexactly(int(lines[b"content-length"]))
        if self.passes_on:
            await self._pass_on(head + body)
        self.swallowed += 1
        with contextlib.suppress(ConnectionError):
            await reader.read()
        writer.close()

    async def _pass_on(self, request: bytes) -> None:
        """Until the provider has answered, and so has done all it will do."""
        reader, writer = await asyncio.open_connection(*self._provider)
        writer.write(request)
        with contextlib.suppress(ConnectionError):
            await reader.read()
        writer.close()
