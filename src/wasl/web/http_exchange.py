"""One request and its answer, as an ASGI application sees them: `receive` and `send`."""

import asyncio
from http import HTTPStatus
from typing import Final, Protocol

from wasl.web.asgi_types import Headers, Message, Scope
from wasl.web.request_run import Run

# A body that nobody reads yet stops the connection from reading more at this size.
UNREAD_BODY_MAX_BYTES: Final = 128 * 1024

_NO_BODY_STATUSES: Final = (204, 304)


def _status_line(status: int) -> bytes:
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = ""
    return f"HTTP/1.1 {status} {phrase}".encode()


_STATUS_LINES: Final = {status: _status_line(status) for status in range(100, 600)}


class Connection(Protocol):
    """What an exchange needs of the connection it runs on."""

    transport: asyncio.Transport

    @property
    def default_headers(self) -> Headers: ...
    def may_stay_open(self) -> bool: ...
    def resume_reading(self) -> None: ...
    def writable(self) -> asyncio.Future[None] | None: ...
    def finished(self, exchange: "Exchange") -> None: ...
    def application_ended(self, exchange: "Exchange", error: BaseException | None) -> None: ...


class Exchange(Run):
    __slots__ = (
        "_body",
        "_connection",
        "_delivered",
        "_has_body",
        "_head",
        "_remaining",
        "_waiter",
        "answered",
        "complete",
        "gone",
        "keep_alive",
        "scope",
    )

    def __init__(self, connection: Connection, scope: Scope, keep_alive: bool) -> None:
        self._connection = connection
        self.scope = scope
        self.keep_alive = keep_alive
        self.complete = False  # the request has arrived whole
        self.answered = False  # the answer has been written whole
        self.gone = False  # the client has closed the connection
        self._body = b""
        self._delivered = False
        self._waiter: asyncio.Future[None] | None = None
        self._head: bytes | None = None
        self._has_body = True
        self._remaining: int | None = None

    def ended(self, error: BaseException | None) -> None:
        self._connection.application_ended(self, error)

    @property
    def started(self) -> bool:
        return self._head is not None

    # From the connection

    def add_body(self, data: bytes) -> int:
        """The number of bytes that wait to be read."""
        self._body += data
        self._wake()
        return len(self._body)

    def end_of_request(self) -> None:
        self.complete = True
        self._wake()

    def client_is_gone(self) -> None:
        self.gone = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # From the application

    async def receive(self) -> Message:
        while not (self.gone or self.answered or self._has_news()):
            self._connection.resume_reading()
            if not self.complete:
                self._invite_body()
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        if self.gone or self.answered:
            return {"type": "http.disconnect"}
        body, self._body = self._body, b""
        self._delivered = self.complete
        return {"type": "http.request", "body": body, "more_body": not self.complete}

    def _has_news(self) -> bool:
        return bool(self._body) or (self.complete and not self._delivered)

    def _invite_body(self) -> None:
        """Some clients wait for a word before they send a large body."""
        headers = self.scope["headers"]
        if not self.started and (b"expect", b"100-continue") in headers:
            headers.remove((b"expect", b"100-continue"))
            self._connection.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    async def send(self, message: Message) -> None:
        if self.gone:
            return
        if message["type"] == "http.response.start":
            if self._head is not None:
                raise RuntimeError("the answer has been started already")
            self._head = self._render_head(message["status"], message["headers"])
            return
        if self._head is None or self.answered:
            raise RuntimeError("a body can follow the start of an answer only")
        last = not message.get("more_body", False)
        self._write(message.get("body", b""), last)
        if last:
            self._end()
        else:
            writable = self._connection.writable()
            if writable is not None:
                await writable

    def _render_head(self, status: int, headers: Headers) -> bytes:
        lines = [*self._connection.default_headers, *headers]
        self._has_body = self.scope["method"] != "HEAD" and status not in _NO_BODY_STATUSES
        if self._has_body:
            self._remaining = _content_length(headers)
            if self._remaining is None:
                lines.append((b"transfer-encoding", b"chunked"))
        if not (self.keep_alive and self._connection.may_stay_open()):
            self.keep_alive = False
            lines.append((b"connection", b"close"))
        return _render(_STATUS_LINES[status], lines)

    def _write(self, body: bytes, last: bool) -> None:
        """The head leaves together with the first piece of the body, in one write."""
        assert self._head is not None
        if not self._has_body:
            body = b""
        elif self._remaining is None:
            body = _chunk(body, last)
        else:
            self._remaining -= len(body)
            if self._remaining < 0 or (last and self._remaining):
                raise RuntimeError("the body is not as long as its content-length says")
        self._connection.transport.write(self._head + body)
        self._head = b""

    def _end(self) -> None:
        self.answered = True
        self._wake()
        self._connection.finished(self)


def _content_length(headers: Headers) -> int | None:
    for name, value in headers:
        if name == b"content-length":
            return int(value)
    return None


def _render(status_line: bytes, lines: Headers) -> bytes:
    head = b"\r\n".join([status_line, *map(b": ".join, lines), b"", b""])
    # A line break inside a value would become a header, or an answer, of someone's choosing.
    if not head.count(b"\n") == head.count(b"\r") == len(lines) + 2:
        raise RuntimeError("a header holds a line break")
    return head


def _chunk(body: bytes, last: bool) -> bytes:
    piece = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
    return piece + b"0\r\n\r\n" if last else piece
