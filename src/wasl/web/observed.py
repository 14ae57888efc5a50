"""The outermost layer: request id, security headers, the last resort for errors, and a record.

A plain ASGI callable around the others, so that what every answer needs is written once.
"""

from asyncio import get_running_loop
from collections.abc import Awaitable, Mapping
from time import perf_counter
from typing import Final

import structlog

from wasl.request_id import current_request_id, new_request_id, usable_request_id
from wasl.web.access_log import AccessLog, Answered
from wasl.web.asgi_types import ASGIApp, Headers, Message, Receive, Scope, Send
from wasl.web.json_response import encode, send_json
from wasl.web.metrics import RequestMetrics
from wasl.web.security_headers import DEFAULT_HEADERS, SECURITY_HEADERS, with_https

log = structlog.get_logger()

UNMATCHED: Final = "unmatched"


class Observed:
    """`places` says where the metrics of each route stand."""

    def __init__(
        self,
        app: ASGIApp,
        metrics: RequestMetrics,
        places: Mapping[str, int],
        access_log: AccessLog,
        https: bool,
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._places = places
        self._access_log = access_log
        self._https = https
        self._default_headers = with_https(DEFAULT_HEADERS, https)
        self._answered: list[Answered] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started_s = perf_counter()
        request_id = _request_id(scope["headers"])
        current_request_id.set(request_id)
        status = 0

        def send_observed(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message["headers"]
                headers += self._security_headers(scope)
                headers.append((b"x-request-id", request_id.encode()))
            return send(message)

        try:
            await self._app(scope, receive, send_observed)
        except Exception:
            log.exception("request_failed", method=scope["method"], path=scope["path"])
            if status:
                raise
            await _send_failure(send_observed, request_id)
        finally:
            self._answered.append((request_id, scope, status, perf_counter() - started_s))
            if len(self._answered) == 1:
                # In the event loop's next round: the answers leave at the end of this one.
                get_running_loop().call_soon(self._record)

    def _security_headers(self, scope: Scope) -> Headers:
        own: Headers | None = scope.get(SECURITY_HEADERS)
        return self._default_headers if own is None else with_https(own, self._https)

    def _record(self) -> None:
        answered, self._answered = self._answered, []
        for _, scope, status, duration_s in answered:
            self._metrics.observe(self._places[scope.get("route", UNMATCHED)], status, duration_s)
        self._access_log.write(answered)


def _request_id(headers: Headers) -> str:
    for name, value in headers:
        if name == b"x-request-id":
            return usable_request_id(value) or new_request_id()
    return new_request_id()


async def _send_failure(send: Send, request_id: str) -> None:
    message = "Something went wrong on our side. Tell us the request id if it keeps happening."
    await send_json(send, 500, encode({"message": message, "request_id": request_id}))
