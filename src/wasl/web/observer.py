"""What every answer carries, and the record of every request: a log line and the metrics."""

from asyncio import get_running_loop
from collections.abc import Mapping
from typing import Final

from wasl.web.access_log import AccessLog, Answered
from wasl.web.answer_head import header_lines
from wasl.web.asgi_types import Headers, Scope
from wasl.web.metrics import RequestMetrics
from wasl.web.security_headers import DEFAULT_HEADERS, SECURITY_HEADERS, with_https

UNMATCHED: Final = "unmatched"


class Observer:
    """`places` says where the metrics of each route stand."""

    def __init__(
        self,
        metrics: RequestMetrics,
        places: Mapping[str, int],
        access_log: AccessLog,
        https: bool,
    ) -> None:
        self._metrics = metrics
        self._places = places
        self._access_log = access_log
        self._https = https
        self._default_lines = header_lines(with_https(DEFAULT_HEADERS, https))
        self._answered: list[Answered] = []

    def lines_for(self, scope: Scope) -> bytes:
        own: Headers | None = scope.get(SECURITY_HEADERS)
        return self._default_lines if own is None else header_lines(with_https(own, self._https))

    def ended(self, request_id: str, scope: Scope, status: int, duration_s: float) -> None:
        if not self._answered:
            # In the event loop's next round: the answers leave at the end of this one.
            get_running_loop().call_soon(self._record)
        self._answered.append((request_id, scope, status, duration_s))

    def _record(self) -> None:
        answered, self._answered = self._answered, []
        durations_s: dict[tuple[str, int], list[float]] = {}
        for _, scope, status, duration_s in answered:
            kind = scope.get("route", UNMATCHED), status
            durations_s.setdefault(kind, []).append(duration_s)
        for (route, status), of_kind_s in durations_s.items():
            self._metrics.observe(self._places[route], status, of_kind_s)
        self._access_log.write(answered)
