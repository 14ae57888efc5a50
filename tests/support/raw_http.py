"""HTTP by hand, for many requests at the very same moment: all connect first, then all send."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping, Sequence

import httpx

# A method, a path, and a body to send as JSON unless it is None.
Request = tuple[str, str, object]

# What a request fails with when the process that should answer it dies.
CUT_OFF = (ConnectionError, asyncio.IncompleteReadError)


class RawConnection:
    """One connection that is kept open between requests."""

    def __init__(
        self,
        headers: Mapping[str, str],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._headers = {"Host": "wasl.example", "Content-Type": "application/json", **headers}
        self._reader = reader
        self._writer = writer

    async def ask(self, method: str, path: str, sent: object = None) -> httpx.Response:
        body = b"" if sent is None else json.dumps(sent).encode()
        headers = self._headers | {"Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items())]
        self._writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        return await self._read_answer()

    async def _read_answer(self) -> httpx.Response:
        head = await self._reader.readuntil(b"\r\n\r\n")
        status_line, *lines = head.decode().strip().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        content = await self._reader.readexactly(int(headers["content-length"]))
        return httpx.Response(int(status_line.split()[1]), headers=headers, content=content)

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


@contextlib.asynccontextmanager
async def raw_connection(url: str, headers: Mapping[str, str]) -> AsyncIterator[RawConnection]:
    address = httpx.URL(url)
    connection = RawConnection(headers, *await asyncio.open_connection(address.host, address.port))
    try:
        yield connection
    finally:
        await connection.close()


async def all_at_once(
    url: str,
    headers: Mapping[str, str],
    requests: Sequence[Request],
    each_process: Sequence[contextlib.AbstractContextManager[None]],
) -> list[httpx.Response]:
    """Each on a connection of its own; the answers in the order of the requests.

    The processes have equal shares of the connections. Inside one of `each_process` that process
    alone takes new ones.
    """
    async with contextlib.AsyncExitStack() as stack:
        connections: list[RawConnection] = []
        for number, process_alone in enumerate(each_process, start=1):
            share = len(requests) * number // len(each_process) - len(connections)
            with process_alone:
                for _ in range(share):
                    connection = await stack.enter_async_context(raw_connection(url, headers))
                    # Once it is answered, it is taken.
                    await connection.ask("GET", "/healthz")
                    connections.append(connection)
        asked = zip(connections, requests, strict=True)
        return await asyncio.gather(*(one.ask(*request) for one, request in asked))
