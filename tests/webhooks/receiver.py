"""Receivers of webhooks on real ports, which answer as badly as a test wants."""

import asyncio
import socket
import ssl
import struct
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass

from tests.support.waiting import wait_for


@dataclass(frozen=True)
class Received:
    """One request, as it came. `connection` counts the connections of its receiver."""

    path: str
    headers: dict[str, str]
    body: bytes
    at_s: float
    connection: int
    # Whether the sender has closed its end.
    is_gone: Callable[[], bool]


# Answers, and says whether the connection may be used again.
Behaviour = Callable[[Received, asyncio.StreamWriter], Awaitable[bool]]


def answer(status: int, body: bytes = b"", headers: str = "") -> Behaviour:
    async def behave(_: Received, writer: asyncio.StreamWriter) -> bool:
        head = f"HTTP/1.1 {status} Words\r\n{headers}content-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        return True

    return behave


def after(seconds: float, then: Behaviour) -> Behaviour:
    async def behave(received: Received, writer: asyncio.StreamWriter) -> bool:
        await asyncio.sleep(seconds)
        return await then(received, writer)

    return behave


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """Each once, the last one for ever."""
    left = list(behaviours)

    async def behave(received: Received, writer: asyncio.StreamWriter) -> bool:
        return await (left.pop(0) if len(left) > 1 else left[0])(received, writer)

    return behave


async def silent(received: Received, _: asyncio.StreamWriter) -> bool:
    """Until the sender gives up."""
    while not received.is_gone():  # noqa: ASYNC110 - nobody would set an event
        await asyncio.sleep(0.05)
    return False


async def reset(_: Received, writer: asyncio.StreamWriter) -> bool:
    _reset(writer)
    return False


async def reset_after_head(_: Received, writer: asyncio.StreamWriter) -> bool:
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf")
    await writer.drain()
    # The head has to be read before the reset throws it away.
    await asyncio.sleep(0.2)
    _reset(writer)
    return False


def _reset(writer: asyncio.StreamWriter) -> None:
    sock = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def raw(data: bytes) -> Behaviour:
    """These bytes, then the end of the connection."""

    async def behave(_: Received, writer: asyncio.StreamWriter) -> bool:
        writer.write(data)
        await writer.drain()
        return False

    return behave


def endless(head: bytes, chunk: bytes, every_s: float = 0.0) -> Behaviour:
    async def behave(_: Received, writer: asyncio.StreamWriter) -> bool:
        writer.write(head)
        while not writer.transport.is_closing():
            writer.write(chunk)
            await writer.drain()
            await asyncio.sleep(every_s)
        return False

    return behave


class Receiver:
    """`behaviours` by path; any other path is answered with `otherwise`."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.behaviours: dict[str, Behaviour] = {}
        self.otherwise: Behaviour = answer(200, b"ok")
        self.connections = 0
        self.port = 0
        self.scheme = "http"
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def open_connections(self) -> int:
        return len(self._open)

    def call(self, function: Callable[[], object]) -> None:
        """In the receiver's own thread."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(function)

    def url(self, path: str = "/hook", host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    def bodies(self, path: str | None = None) -> list[bytes]:
        return [one.body for one in list(self.received) if path in (None, one.path)]

    @asynccontextmanager
    async def running(self, tls: ssl.SSLContext | None = None) -> AsyncIterator["Receiver"]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0, ssl=tls, backlog=1024)
        self._loop = asyncio.get_running_loop()
        self.port = server.sockets[0].getsockname()[1]
        self.scheme = "https" if tls else "http"
        try:
            yield self
        finally:
            server.close()
            for task in list(self._open):
                task.cancel()
            await asyncio.gather(*self._open, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """At once: a task that ends before its first step would close nothing."""
        self.connections += 1
        task = asyncio.create_task(self._serve(reader, writer, self.connections))
        self._open[task] = writer
        task.add_done_callback(lambda task: self._open.pop(task).close())

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int
    ) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            while await self._exchange(reader, writer, number):
                pass

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, connection: int
    ) -> bool:
        first = await reader.readexactly(1)
        at_s = time.time()
        head = (first + await reader.readuntil(b"\r\n\r\n")).decode()
        line, *lines = head.strip().split("\r\n")
        headers = {k.lower(): v for k, _, v in (one.partition(": ") for one in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        method, path, _ = line.split(" ")
        assert method == "POST"
        received = Received(path, headers, body, at_s, connection, reader.at_eof)
        self.received.append(received)
        return await self.behaviours.get(path, self.otherwise)(received, writer)


@contextmanager
def receiver_in_a_thread(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Beside workers that are processes of their own."""
    receiver = Receiver()
    stop: list[Callable[[], object]] = []

    async def serve() -> None:
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        async with receiver.running(tls):
            stop.append(lambda: loop.call_soon_threadsafe(stopped.set))
            await stopped.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    wait_for(lambda: stop)
    try:
        yield receiver
    finally:
        stop[0]()
        thread.join(timeout=20)
        assert not thread.is_alive()
