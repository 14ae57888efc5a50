"""Against servers that answer badly or not at all, over real connections."""

import asyncio
import gzip
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

import aiohttp
import pytest

from wasl.providers.send_once import (
    MAX_ANSWER_BYTES,
    Answer,
    NoAnswer,
    NotSent,
    TimeLimits,
    provider_session,
    send_once,
    with_fresh_connections,
)

Outcome = Answer | NotSent | NoAnswer
Serve = Callable[[bytes, asyncio.StreamWriter], Awaitable[None]]

HASTY = TimeLimits(connect_s=0.2, total_s=0.5)
SECRET = "a-secret-that-was-sent"


class Server:
    """Hands each request to `serve` and keeps it; closes the connection afterwards."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self.requests: list[bytes] = []
        self.connections = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        head = await reader.readuntil(b"\r\n\r\n")
        request = head + await reader.readexactly(len(SECRET))
        self.requests.append(request)
        try:
            await self._serve(request, writer)
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()


def exchange(serve: Serve, times: int = 1, limits: TimeLimits = HASTY) -> tuple[Server, Outcome]:
    server = Server(serve)

    async def run() -> Outcome:
        listening = await asyncio.start_server(server, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        async with listening, provider_session() as session:
            for _ in range(times):
                outcome = await _post(session, f"http://127.0.0.1:{port}/pay", limits)
        return outcome

    return server, asyncio.run(run())


def post_to(url: str) -> Outcome:
    async def run() -> Outcome:
        async with provider_session() as session:
            return await _post(session, url, HASTY)

    return asyncio.run(run())


async def _post(session: aiohttp.ClientSession, url: str, limits: TimeLimits) -> Outcome:
    return await send_once(session, url, SECRET.encode(), {"X-Kind": "test"}, limits)


def answering(*parts: bytes) -> Serve:
    async def serve(_request: bytes, writer: asyncio.StreamWriter) -> None:
        for part in parts:
            writer.write(part)
            await writer.drain()

    return serve


def test_an_answer_is_its_status_and_its_body() -> None:
    server, outcome = exchange(answering(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK"))
    assert outcome == Answer(200, b"OK")
    assert b"x-kind: test" in server.requests[0].lower()
    assert server.requests[0].endswith(SECRET.encode())


def test_an_error_is_an_answer_too() -> None:
    _, outcome = exchange(answering(b"HTTP/1.1 503 No\r\nContent-Length: 4\r\n\r\nbusy"))
    assert outcome == Answer(503, b"busy")


def test_a_redirect_is_not_followed() -> None:
    head = b"HTTP/1.1 307 There\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"
    server, outcome = exchange(answering(head))
    assert outcome == Answer(307, b"")
    assert len(server.requests) == 1


def test_every_request_has_a_connection_of_its_own() -> None:
    """One that was kept could be closed by the other side just as it is used again."""
    ok = answering(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK")
    server, outcome = exchange(ok, times=3)
    assert outcome == Answer(200, b"OK")
    assert server.connections == 3
    assert all(b"connection: close" in request.lower() for request in server.requests)


def test_a_session_that_reuses_connections_is_refused() -> None:
    async def run() -> None:
        async with aiohttp.ClientSession() as reusing, provider_session() as fresh:
            assert with_fresh_connections(fresh) is fresh
            with pytest.raises(ValueError, match="keeps no connections"):
                with_fresh_connections(reusing)

    asyncio.run(run())


def test_no_cookie_is_kept_for_the_next_account() -> None:
    head = b"HTTP/1.1 200 OK\r\nSet-Cookie: account=1\r\nContent-Length: 0\r\n\r\n"
    server, _ = exchange(answering(head), times=2)
    assert b"cookie" not in server.requests[1].lower()


def test_nothing_was_sent_where_the_connection_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert isinstance(post_to(f"http://127.0.0.1:{port}/"), NotSent)


def test_nothing_was_sent_where_the_host_does_not_exist() -> None:
    assert isinstance(post_to("http://no-such-host.invalid/"), NotSent)


def test_nothing_was_sent_where_nobody_accepts_the_connection() -> None:
    """A queue of one that is full: further connections wait until the time is over."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as idle:
        address = idle.getsockname()
        waiting = [socket.socket() for _ in range(4)]
        for client in waiting:
            client.setblocking(False)
            client.connect_ex(address)
        try:
            assert isinstance(post_to(f"http://127.0.0.1:{address[1]}/"), NotSent)
        finally:
            for client in waiting:
                client.close()


def test_nothing_was_sent_where_there_is_no_tls() -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain:
        url = f"https://127.0.0.1:{plain.getsockname()[1]}/"
        plain.settimeout(5)

        async def run() -> Outcome:
            async with provider_session() as session:
                posting = asyncio.create_task(_post(session, url, TimeLimits(2, 2)))
                connection, _ = await asyncio.to_thread(plain.accept)
                with connection:
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                    received = await asyncio.to_thread(connection.recv, 65536)
                assert SECRET.encode() not in received
                return await posting

        assert isinstance(asyncio.run(run()), NotSent)


@pytest.mark.parametrize("url", ["", "no address", "http://", "/api/Pay"])
def test_nothing_was_sent_where_the_address_is_none(url: str) -> None:
    assert isinstance(post_to(url), NotSent)


async def _silent(_request: bytes, _writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(1)


async def _reset(_request: bytes, writer: asyncio.StreamWriter) -> None:
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    writer.transport.abort()


BROKEN: dict[str, Serve] = {
    "silence": _silent,
    "a reset": _reset,
    "the end": answering(),
    "half a head": answering(b"HTTP/1.1 200 OK\r\nContent-Le"),
    "half a body": answering(b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nOK"),
    "half a chunk": answering(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nOK"),
    "no HTTP": answering(b"220 mail.test ESMTP\r\n\r\n"),
    "broken gzip": answering(
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nOK"
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_request_that_got_no_whole_answer_may_have_had_its_effect(kind: str) -> None:
    server, outcome = exchange(BROKEN[kind])
    assert isinstance(outcome, NoAnswer)
    assert SECRET not in outcome.detail
    assert len(server.requests) == 1, "it was sent again"


def test_an_answer_that_never_ends_is_cut_off() -> None:
    async def endless(_request: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(4 * MAX_ANSWER_BYTES // 65536):
            writer.write(b"x" * 65536)
            await writer.drain()

    _, outcome = exchange(endless, limits=TimeLimits(5, 5))
    assert isinstance(outcome, NoAnswer)


def test_an_answer_that_unpacks_to_more_than_the_limit_is_cut_off() -> None:
    packed = gzip.compress(b"x" * (4 * MAX_ANSWER_BYTES))
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(packed)
    _, outcome = exchange(answering(head, packed), limits=TimeLimits(5, 5))
    assert outcome == NoAnswer(f"the answer is larger than {MAX_ANSWER_BYTES} bytes")


def test_an_answer_of_exactly_the_limit_is_read() -> None:
    body = b"x" * MAX_ANSWER_BYTES
    head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body)
    _, outcome = exchange(answering(head, body), limits=TimeLimits(5, 5))
    assert outcome == Answer(200, body)
