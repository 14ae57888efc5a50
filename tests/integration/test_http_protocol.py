"""Our HTTP protocol, spoken to byte by byte."""

import asyncio
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
import uvicorn

from wasl.cli.server_process import listen_on
from wasl.web.asgi_types import ASGIApp, Receive, Scope, Send
from wasl.web.http_protocol import HttpProtocol

IDLE_S: Final = 1
BIG: Final = b"b" * 3_000_000


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Says what it was asked; the path chooses how."""
    path = scope["path"]
    if path == "/notes":
        # As Starlette's `request.state` keeps what belongs to one request.
        notes = scope.setdefault("state", {})
        notes[scope["query_string"]] = True
        await _answer(send, 200, b" ".join(notes))
        return
    if path == "/early":
        await _answer(send, 413, b"too much")
        return
    if path in ODD:
        await _answer_oddly(path, send)
        return
    body = b""
    more = True
    while more:
        message = await receive()
        body += message["body"]
        more = message["more_body"]
    if path == "/big":
        await _answer(send, 200, BIG)
    elif path == "/stream":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for piece in (b"one ", b"", b"two"):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body"})
    else:
        told = f"{scope['method']} {path}?{scope['query_string'].decode()} "
        await _answer(send, 200, told.encode() + body)


ODD: Final = {"/inject", "/short", "/nothing", "/whole", "/raise", "/raise-later", "/cut"}


async def _answer_oddly(path: str, send: Send) -> None:
    if path == "/inject":
        await _answer(send, 200, b"", (b"x-bad", b"a\r\nset-cookie: stolen=1"))
    elif path == "/short":
        await _answer(send, 200, b"four", (b"content-length", b"5"))
    elif path == "/nothing":
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})
    elif path == "/raise":
        raise ValueError(path)
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if path == "/cut":
            await send({"type": "http.response.body", "body": b"one", "more_body": True})
        if path != "/whole":
            raise ValueError(path)
        await send({"type": "http.response.body", "body": b"whole"})


async def _answer(send: Send, status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    given = list(headers)
    if not any(name == b"content-length" for name, _ in given):
        given.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": status, "headers": given})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def _running(app: ASGIApp, **options: Any) -> Iterator[int]:
    listener = listen_on("127.0.0.1", 0)
    config = uvicorn.Config(
        app, http=HttpProtocol, ws="none", lifespan="off", log_config=None, **options
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=asyncio.run, args=(server.serve(sockets=[listener]),))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(timeout=10)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with _running(echo, timeout_keep_alive=IDLE_S) as port:
        yield port


class Wire:
    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = b""

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def answer(self) -> tuple[int, dict[str, str], bytes]:
        head = self._until(b"\r\n\r\n").decode()
        status = int(head.split(" ")[1])
        headers = dict(re.findall(r"(?m)^([^:\r\n]+): ([^\r\n]*)\r$", head))
        if headers.get("transfer-encoding") == "chunked":
            return status, headers, self._chunks()
        return status, headers, self._exactly(int(headers.get("content-length", 0)))

    def until_closed(self) -> bytes:
        while data := self._socket.recv(65536):
            self._buffer += data
        return self._buffer

    def _until(self, mark: bytes) -> bytes:
        while mark not in self._buffer:
            self._more()
        found, self._buffer = self._buffer.split(mark, 1)
        return found + mark

    def _exactly(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._more()
        found, self._buffer = self._buffer[:count], self._buffer[count:]
        return found

    def _chunks(self) -> bytes:
        body = b""
        while size := int(self._until(b"\r\n"), 16):
            body += self._exactly(size)
            assert self._exactly(2) == b"\r\n"
        assert self._exactly(2) == b"\r\n"
        return body

    def _more(self) -> None:
        data = self._socket.recv(65536)
        assert data, f"closed after {self._buffer!r}"
        self._buffer += data

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def wire(port: int) -> Iterator[Wire]:
    wire = Wire(port)
    yield wire
    wire.close()


def test_a_request_is_answered_and_the_connection_stays_open(wire: Wire) -> None:
    for number in range(3):
        wire.send(b"GET /a?n=%d HTTP/1.1\r\nhost: x\r\n\r\n" % number)
        status, headers, body = wire.answer()
        assert (status, body) == (200, b"GET /a?n=%d " % number)
        assert "connection" not in headers
        assert "date" in headers


def test_a_request_may_arrive_byte_by_byte(wire: Wire) -> None:
    for byte in b"POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nabc":
        wire.send(bytes([byte]))
    assert wire.answer()[2] == b"POST /a? abc"


def test_requests_sent_together_are_answered_in_their_order(wire: Wire) -> None:
    # Many more than Python's stack would hold, were each answered from inside the one before.
    count = 3_000
    wire.send(b"".join(b"GET /%d HTTP/1.1\r\nhost: x\r\n\r\n" % n for n in range(count)))
    assert [wire.answer()[2] for _ in range(count)] == [b"GET /%d? " % n for n in range(count)]


def test_what_one_request_notes_no_other_request_sees(wire: Wire, port: int) -> None:
    other = Wire(port)
    for sender, name in ((wire, b"first"), (wire, b"second"), (other, b"third")):
        sender.send(b"GET /notes?%b HTTP/1.1\r\nhost: x\r\n\r\n" % name)
        assert sender.answer()[2] == name
    other.close()


def test_a_chunked_body_is_put_together(wire: Wire) -> None:
    wire.send(b"POST /a HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n")
    wire.send(b"3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
    assert wire.answer()[2] == b"POST /a? abcdefg"


def test_a_client_that_waits_for_a_word_gets_it(wire: Wire) -> None:
    wire.send(b"POST /a HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n")
    assert wire.answer()[0] == 100
    wire.send(b"ok")
    assert wire.answer()[2] == b"POST /a? ok"


def test_a_large_body_passes_through(wire: Wire) -> None:
    wire.send(b"POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n" % len(BIG))
    threading.Thread(target=wire.send, args=(BIG,)).start()
    assert wire.answer()[2] == b"POST /a? " + BIG


def test_a_large_answer_arrives_whole(wire: Wire) -> None:
    wire.send(b"GET /big HTTP/1.1\r\nhost: x\r\n\r\n")
    assert wire.answer()[2] == BIG


def test_a_refusal_leaves_before_the_body_has_arrived_and_the_connection_goes_on(
    wire: Wire,
) -> None:
    wire.send(b"POST /early HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nstart")
    assert wire.answer()[0] == 413
    wire.send(b"x" * (1_000_000 - 5) + b"GET /next HTTP/1.1\r\nhost: x\r\n\r\n")
    assert wire.answer()[2] == b"GET /next? "


def test_an_answer_without_a_length_is_sent_in_chunks(wire: Wire) -> None:
    wire.send(b"GET /stream HTTP/1.1\r\nhost: x\r\n\r\n")
    assert wire.answer()[2] == b"one two"


def test_head_has_the_headers_of_get_and_no_body(wire: Wire) -> None:
    wire.send(b"HEAD /a HTTP/1.1\r\nhost: x\r\n\r\n")
    wire.send(b"GET /b HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    told = wire.until_closed()
    first, second = told.split(b"\r\n\r\n", 1)
    assert b"content-length: 9" in first
    assert second.startswith(b"HTTP/1.1 200 OK")
    assert second.endswith(b"GET /b? ")


def test_http_1_0_and_connection_close_end_the_connection(port: int) -> None:
    for request in (
        b"GET /a HTTP/1.0\r\n\r\n",
        b"GET /a HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    ):
        wire = Wire(port)
        wire.send(request)
        told = wire.until_closed()
        assert b"connection: close" in told
        assert told.endswith(b"GET /a? ")
        wire.close()


def test_an_offer_of_another_protocol_is_answered_in_this_one(wire: Wire) -> None:
    wire.send(
        b"GET /a HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\n"
        b"http2-settings: AAMAAABkAAQ\r\n\r\n"
    )
    assert wire.until_closed().endswith(b"GET /a? ")


@pytest.mark.parametrize(
    "garbage",
    [
        b"hello\r\n\r\n",
        b"GET /a HTTP/1.1\r\nbad header\r\n\r\n",
        b"GET \xff\xfe HTTP/1.1\r\nhost: x\r\n\r\n",
        b"POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc",
        b"POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n"
        b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_what_is_not_http_is_refused_and_the_connection_closed(port: int, garbage: bytes) -> None:
    wire = Wire(port)
    wire.send(garbage)
    told = wire.until_closed()
    assert told.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert re.search(rb"\r\nx-request-id: req_\w+\r\n", told)
    assert told.endswith(b'\r\n\r\n{"message":"This is not an HTTP/1.1 request."}')
    wire.close()


def test_a_head_without_an_end_is_cut_off(port: int) -> None:
    wire = Wire(port)
    told = b""
    try:
        wire.send(b"GET /a HTTP/1.1\r\n")
        for number in range(200_000):
            wire.send(b"x-%d: padding\r\n" % number)
    except (BrokenPipeError, ConnectionResetError):
        told = b"cut off"
    assert told == b"cut off"
    wire.close()


def test_percent_encoded_and_absolute_targets_are_understood(wire: Wire) -> None:
    wire.send(b"GET /%D9%88%D8%B5%D9%84?q=%20 HTTP/1.1\r\nhost: x\r\n\r\n")
    assert wire.answer()[2] == "GET /وصل?q=%20 ".encode()
    wire.send(b"GET http://x/abs?b=1 HTTP/1.1\r\nhost: x\r\n\r\n")
    assert wire.answer()[2] == b"GET /abs?b=1 "


@pytest.mark.parametrize("path", [b"/inject", b"/short", b"/raise", b"/raise-later"])
def test_an_answer_that_cannot_be_sent_becomes_an_apology(wire: Wire, path: bytes) -> None:
    wire.send(b"GET " + path + b" HTTP/1.1\r\nhost: x\r\nx-request-id: order-12345\r\n\r\n")
    status, headers, body = wire.answer()
    assert status == 500
    assert headers["content-type"] == "application/json"
    assert headers["x-request-id"] == json.loads(body)["request_id"] == "order-12345"
    assert not {"x-bad", "set-cookie"} & headers.keys()
    wire.send(b"GET /next HTTP/1.1\r\nhost: x\r\n\r\n")
    assert wire.answer()[2] == b"GET /next? "


def test_an_answer_that_fails_on_its_way_is_cut_off(wire: Wire) -> None:
    wire.send(b"GET /cut HTTP/1.1\r\nhost: x\r\n\r\n")
    head, _, rest = wire.until_closed().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert rest == b"3\r\none\r\n"


def test_an_answer_given_whole_gets_its_length(wire: Wire) -> None:
    wire.send(b"GET /whole HTTP/1.1\r\nhost: x\r\n\r\n")
    _, headers, body = wire.answer()
    assert headers["content-length"] == "5"
    assert body == b"whole"
    wire.send(b"HEAD /whole HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    told = wire.until_closed()
    assert b"content-length: 5\r\n" in told
    assert told.endswith(b"\r\n\r\n")


def test_an_answer_without_content_says_nothing_of_its_length(wire: Wire) -> None:
    wire.send(b"GET /nothing HTTP/1.1\r\nhost: x\r\n\r\nGET /next HTTP/1.1\r\nhost: x\r\n\r\n")
    status, headers, _ = wire.answer()
    assert status == 204
    assert not {"content-length", "transfer-encoding"} & headers.keys()
    assert wire.answer()[2] == b"GET /next? "


def test_an_idle_connection_is_closed_after_its_time(wire: Wire) -> None:
    wire.send(b"GET /a HTTP/1.1\r\nhost: x\r\n\r\n")
    assert wire.answer()[0] == 200
    assert wire.until_closed() == b""


def test_a_client_that_goes_away_harms_nobody(port: int) -> None:
    for _ in range(20):
        wire = Wire(port)
        wire.send(b"POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf")
        wire.close()
    wire = Wire(port)
    wire.send(b"GET /a HTTP/1.1\r\nhost: x\r\n\r\n")
    assert wire.answer()[0] == 200
    wire.close()


def test_an_application_that_does_not_end_hears_that_the_server_stops() -> None:
    heard: list[bool] = []

    async def wait_for_ever(_scope: Scope, _receive: Receive, _send: Send) -> None:
        began.set()
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            heard.append(True)
            raise

    began = threading.Event()
    with _running(wait_for_ever, timeout_graceful_shutdown=1) as port:
        wire = Wire(port)
        wire.send(b"GET /a HTTP/1.1\r\nhost: x\r\n\r\n")
        assert began.wait(timeout=10)
    assert heard == [True]
    assert wire.until_closed() == b""
    wire.close()
