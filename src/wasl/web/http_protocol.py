"""HTTP/1.1 for uvicorn's server, doing less work per request than the protocol it comes with.

The parser is the same (httptools). What differs: head and body leave in one write, a request
that has arrived whole is handed over without an event to wait on, idle connections are found by
one lazy timer each instead of one timer per request, and headers are checked once, together.
docs/decisions/0004-http-protocol.md tells what it gains and what keeps it honest.
"""

import asyncio
from collections import deque
from typing import Any, Final, cast
from urllib.parse import unquote

import httptools
import structlog
import uvicorn
from uvicorn.server import ServerState

from wasl.request_id import new_request_id, usable_request_id
from wasl.web.answer_head import header_lines
from wasl.web.asgi_types import ASGIApp, Headers, Scope
from wasl.web.http_exchange import UNREAD_BODY_MAX_BYTES, Exchange, Observer
from wasl.web.json_response import encode

log = structlog.get_logger()

_ASGI: Final = {"version": "3.0", "spec_version": "2.4"}
_WAITING_REQUESTS_MAX: Final = 8
# A request must arrive within this time, however slowly its sender drips.
_REQUEST_ARRIVES_WITHIN_S: Final = 60.0
_UNFINISHED_HEAD_MAX_BYTES: Final = 64 * 1024
# What is left of a request that was refused early is read and dropped, up to here.
_DROPPED_BODY_MAX_BYTES: Final = 32 * 1024 * 1024


class _Unobserved:
    def lines_for(self, _scope: Scope) -> bytes:
        return b""

    def ended(self, _request_id: str, _scope: Scope, _status: int, _duration_s: float) -> None:
        pass


_UNOBSERVED: Final = _Unobserved()


class HttpProtocol(asyncio.Protocol):
    transport: asyncio.Transport

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        observer: Observer = _UNOBSERVED,
    ) -> None:
        if not config.loaded:
            config.load()
        self.app: ASGIApp = config.loaded_app
        self.observer = observer
        self._server = server_state
        # What a lifespan would share with every request: we run none, so there is nothing in it.
        del app_state
        self._loop = _loop or asyncio.get_event_loop()
        self._idle_s: float = config.timeout_keep_alive
        self._parser = httptools.HttpRequestParser(self)
        self._client: tuple[str, int] | None = None
        self._scope_of_connection: dict[str, Any] = {}
        self._default_headers: Headers = []
        self._default_lines = b""
        self._url = b""
        self._headers: Headers = []
        self._request_id: str | None = None
        self._arriving: Exchange | None = None
        self._active: Exchange | None = None
        self._waiting: deque[Exchange] = deque()
        self._closing = False
        self._reading = True
        self._dropped_bytes = 0
        self._unfinished_head_bytes = 0
        self._write_resumed: asyncio.Future[None] | None = None
        self._seen_s = 0.0
        self._began_s: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self._client = _address(transport.get_extra_info("peername"))
        self._server.connections.add(self)  # type: ignore[arg-type]
        self._seen_s = self._loop.time()
        self._timer = self._loop.call_later(self._idle_s, self._look_at_the_clock)

    def connection_lost(self, _error: Exception | None) -> None:
        self._server.connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
        for exchange in (self._active, self._arriving, *self._waiting):
            if exchange is not None:
                exchange.client_is_gone()
        self._waiting.clear()
        self.resume_writing()

    def _look_at_the_clock(self) -> None:
        now_s = self._loop.time()
        quiet_s = now_s - self._seen_s
        dripping = self._began_s is not None and now_s - self._began_s > _REQUEST_ARRIVES_WITHIN_S
        if dripping or (self._active is None and quiet_s >= self._idle_s):
            self.transport.close()
            return
        wait_s = self._idle_s if self._active is not None else self._idle_s - quiet_s
        self._timer = self._loop.call_later(wait_s, self._look_at_the_clock)

    def shutdown(self) -> None:
        """From the server: answer what was accepted, then close."""
        self._closing = True
        if self._active is None and not self._waiting:
            self.transport.close()

    # What arrives

    def data_received(self, data: bytes) -> None:
        self._seen_s = self._loop.time()
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            # We speak nothing but HTTP/1.1: answer as if no other protocol had been offered.
            self._closing = True
        except httptools.HttpParserError:
            self._refuse()
            return
        if self._active is None:
            self._start_next()
        if self._began_s is not None and self._arriving is None:
            self._unfinished_head_bytes += len(data)
            if self._unfinished_head_bytes > _UNFINISHED_HEAD_MAX_BYTES:
                self._refuse()

    def on_message_begin(self) -> None:
        self._unfinished_head_bytes = 0
        self._began_s = self._seen_s
        self._url = b""
        self._headers = []
        self._request_id = None

    def on_url(self, url: bytes) -> None:
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        name = name.lower()
        self._headers.append((name, value))
        if name == b"x-request-id":
            self._request_id = usable_request_id(value)

    def on_headers_complete(self) -> None:
        request_id = self._request_id or new_request_id()
        exchange = Exchange(self, self._scope(), request_id, self._parser.should_keep_alive())
        self._arriving = exchange
        self._waiting.append(exchange)
        if len(self._waiting) > _WAITING_REQUESTS_MAX:
            self._pause_reading()

    def on_body(self, data: bytes) -> None:
        exchange = self._arriving
        assert exchange is not None
        if exchange.answered:
            self._dropped_bytes += len(data)
            if self._dropped_bytes > _DROPPED_BODY_MAX_BYTES:
                self.transport.close()
        elif exchange.add_body(data) > UNREAD_BODY_MAX_BYTES:
            self._pause_reading()

    def on_message_complete(self) -> None:
        self._began_s = None
        assert self._arriving is not None
        self._arriving.end_of_request()
        self._arriving = None

    def _scope(self) -> Scope:
        raw_path, _, query = self._target()
        path = raw_path.decode("ascii")
        if not self._scope_of_connection:
            self._scope_of_connection = self._describe_connection()
        # All keys are there already: a dictionary that grows is made twice.
        scope = self._scope_of_connection.copy()
        scope["method"] = self._parser.get_method().decode("ascii")
        scope["path"] = unquote(path) if "%" in path else path
        scope["raw_path"] = raw_path
        scope["query_string"] = query
        scope["headers"] = self._headers
        return scope

    def _describe_connection(self) -> dict[str, Any]:
        """What does not change from request to request, and room for what does."""
        return {
            "type": "http",
            "asgi": _ASGI,
            "http_version": self._parser.get_http_version(),
            "server": _address(self.transport.get_extra_info("sockname")),
            "client": self._client,
            "scheme": "http",
            "root_path": "",
            **dict.fromkeys(("method", "path", "raw_path", "query_string", "headers")),
        }

    def _target(self) -> tuple[bytes, bytes, bytes]:
        if self._url.startswith(b"/"):
            return self._url.partition(b"?")
        # The absolute form, as clients of a proxy send it.
        parsed = httptools.parse_url(self._url)
        return parsed.path or b"/", b"?", parsed.query or b""

    def _refuse(self) -> None:
        """What cannot be read as HTTP has no path, so it is answered here."""
        request_id = new_request_id()
        client = self._client[0] if self._client else None
        log.warning("malformed_http", client=client, request_id=request_id)
        if self._active is None and not self.transport.is_closing():
            unread = Exchange(self, {"method": "GET"}, request_id, keep_alive=False)
            unread.answer(400, encode({"message": "This is not an HTTP/1.1 request."}))
        self.transport.close()

    # What leaves

    def _start_next(self) -> None:
        if self._active is None and self._waiting and not self.transport.is_closing():
            exchange = self._active = self._waiting.popleft()
            self._server.tasks.add(exchange)  # type: ignore[arg-type]
            exchange.start()

    def ended(self, exchange: Exchange) -> None:
        self._server.tasks.discard(exchange)
        if not exchange.answered:
            self.transport.close()

    def answered(self, exchange: Exchange) -> None:
        self._seen_s = self._loop.time()
        self._active = None
        if not exchange.keep_alive:
            self.transport.close()
            return
        if not self._reading:
            self.resume_reading()
        if self._waiting:
            # Not from here: requests that arrived together would stand in each other's stack.
            self._loop.call_soon(self._start_next)

    def default_lines(self) -> bytes:
        """The server makes a new list of them every second, for the date."""
        headers = self._server.default_headers
        if headers is not self._default_headers:
            self._default_headers, self._default_lines = headers, header_lines(headers)
        return self._default_lines

    def may_stay_open(self) -> bool:
        return not self._closing or bool(self._waiting)

    # Flow control

    def _pause_reading(self) -> None:
        if self._reading:
            self._reading = False
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if not self._reading and not self.transport.is_closing():
            self._reading = True
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        self._write_resumed = self._loop.create_future()

    def resume_writing(self) -> None:
        if self._write_resumed is not None and not self._write_resumed.done():
            self._write_resumed.set_result(None)
        self._write_resumed = None

    def writable(self) -> asyncio.Future[None] | None:
        return self._write_resumed


def _address(found: object) -> tuple[str, int] | None:
    """A TCP address; a Unix socket has none."""
    return (found[0], found[1]) if isinstance(found, tuple) else None
