"""One request and its answer: as an application sees them, and what every one of them gets."""

import asyncio
from collections.abc import Awaitable
from time import perf_counter
from typing import Final, Protocol

import structlog

from wasl.request_id import current_request_id
from wasl.web.answer_head import (
    JSON_HEADERS,
    NO_BODY_STATUSES,
    STATUS_LINES,
    chunk,
    content_length,
    header_lines,
)
from wasl.web.asgi_types import ASGIApp, Message, Scope
from wasl.web.json_response import encode
from wasl.web.request_run import Run
from wasl.web.security_headers import SECURITY_HEADERS

log = structlog.get_logger()

# A body that nobody reads yet stops the connection from reading more at this size.
UNREAD_BODY_MAX_BYTES: Final = 128 * 1024


class Observer(Protocol):
    """Adds to every answer, and hears how every exchange ended."""

    def lines_for(self, scope: Scope) -> bytes: ...
    def ended(self, request_id: str, scope: Scope, status: int, duration_s: float) -> None: ...


class Connection(Protocol):
    """What an exchange needs of the connection it runs on."""

    app: ASGIApp
    observer: Observer
    transport: asyncio.Transport

    def default_lines(self) -> bytes: ...
    def may_stay_open(self) -> bool: ...
    def resume_reading(self) -> None: ...
    def writable(self) -> asyncio.Future[None] | None: ...
    def answered(self, exchange: "Exchange") -> None: ...
    def ended(self, exchange: "Exchange") -> None: ...


class Exchange(Run):
    __slots__ = (
        "_began_s",
        "_body",
        "_connection",
        "_delivered",
        "_has_body",
        "_head_left",
        "_headers",
        "_remaining",
        "_request_id",
        "_status",
        "_waiter",
        "answered",
        "complete",
        "gone",
        "keep_alive",
        "scope",
    )

    def __init__(
        self, connection: Connection, scope: Scope, request_id: str, keep_alive: bool
    ) -> None:
        self._connection = connection
        self.scope = scope
        self._request_id = request_id
        self.keep_alive = keep_alive
        self.complete = False  # the request has arrived whole
        self.answered = False  # the answer has been written whole
        self.gone = False  # the client has closed the connection
        self._body = b""
        self._delivered = False
        self._waiter: asyncio.Future[None] | None = None
        self._status = 0
        self._head_left = False

    # The run of the application

    def begin(self) -> Awaitable[None]:
        self._began_s = perf_counter()
        current_request_id.set(self._request_id)
        return self._connection.app(self.scope, self.receive, self.send)

    def ended(self, error: BaseException | None) -> None:
        if error is not None:
            self._failed(error)
        self._connection.ended(self)
        duration_s = perf_counter() - self._began_s
        self._connection.observer.ended(self._request_id, self.scope, self._status, duration_s)

    def _failed(self, error: BaseException) -> None:
        scope = self.scope
        if isinstance(error, Exception):
            log.error("request_failed", method=scope["method"], path=scope["path"], exc_info=error)
            if not (self._head_left or self.gone):
                self._apologise()
        if not (self.answered or self.gone):
            log.error("answer_cut_off", path=scope["path"], exc_info=error)

    def _apologise(self) -> None:
        message = "Something went wrong on our side. Tell us the request id if it keeps happening."
        self.scope.pop(SECURITY_HEADERS, None)  # they were meant for another answer
        self.answer(500, encode({"message": message, "request_id": self._request_id}))

    # From the connection

    def answer(self, status: int, body: bytes) -> None:
        """In place of the application: in JSON, and whole."""
        self._status, self._headers = status, JSON_HEADERS
        self._write(body, last=True)

    def add_body(self, data: bytes) -> int:
        """The number of bytes that wait to be read."""
        self._body += data
        self._wake()
        return len(self._body)

    def end_of_request(self) -> None:
        self.complete = True
        if self._waiter is not None:
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
        if not self._status and (b"expect", b"100-continue") in headers:
            headers.remove((b"expect", b"100-continue"))
            self._connection.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if self._status:
                raise RuntimeError("the answer has been started already")
            self._status, self._headers = message["status"], message["headers"]
            return
        if self.gone:
            return
        if not self._status or self.answered:
            raise RuntimeError("a body can follow the start of an answer only")
        last = not message.get("more_body", False)
        self._write(message.get("body", b""), last)
        if not last:
            writable = self._connection.writable()
            if writable is not None:
                await writable

    def _write(self, body: bytes, last: bool) -> None:
        """The head leaves together with the first piece of the body, in one write."""
        if self._head_left:
            piece = self._piece(body, last)
        else:
            piece = self._head(body, last) + self._piece(body, last)
            self._head_left = True
        self._connection.transport.write(piece)
        if last:
            self.answered = True
            if self._waiter is not None:
                self._wake()
            self._connection.answered(self)

    def _head(self, body: bytes, last: bool) -> bytes:
        connection, status, headers = self._connection, self._status, self._headers
        framing = ""
        self._remaining = content_length(headers)
        if status in NO_BODY_STATUSES:
            self._has_body = False
        else:
            self._has_body = self.scope["method"] != "HEAD"
            if self._remaining is None:
                if last:
                    self._remaining = len(body)
                    framing = f"content-length: {len(body)}\r\n"
                else:
                    framing = "transfer-encoding: chunked\r\n"
        if not (self.keep_alive and connection.may_stay_open()):
            self.keep_alive = False
            framing += "connection: close\r\n"
        return b"".join(
            (
                STATUS_LINES[status],
                connection.default_lines(),
                connection.observer.lines_for(self.scope),
                header_lines(headers),
                f"{framing}x-request-id: {self._request_id}\r\n\r\n".encode(),
            )
        )

    def _piece(self, body: bytes, last: bool) -> bytes:
        if not self._has_body:
            return b""
        if self._remaining is None:
            return chunk(body, last)
        self._remaining -= len(body)
        if self._remaining < 0 or (last and self._remaining):
            raise RuntimeError("the body is not as long as its content-length says")
        return body
