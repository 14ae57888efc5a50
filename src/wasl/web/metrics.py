"""Counts and times of requests, correct with any number of worker processes.

The numbers stand in memory that the processes of one service share (an anonymous map, made
before they are forked), one row per process, so that nobody needs a lock and a scrape of any
process sums up all of them. A process that replaces a dead one goes on with its row.
"""

import mmap
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

_MAX_ROUTES: Final = 128
_STATUSES: Final = (
    *(200, 201, 204, 302, 303, 304, 400, 401, 403, 404, 405),
    *(413, 415, 422, 429, 500, 503, 0),
)
_STATUS_INDEX: Final = {status: index for index, status in enumerate(_STATUSES)}
_OTHER: Final = _STATUS_INDEX[0]
_BOUNDS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_bucket: Final = partial(bisect_left, _BOUNDS_S)

# One route's numbers: a count per status, a count per bucket (the last is +Inf), and the sum.
_BUCKETS_AT: Final = len(_STATUSES)
_SUM_AT: Final = _BUCKETS_AT + len(_BOUNDS_S) + 1
_ROUTE_SIZE: Final = _SUM_AT + 1
_ROW_SIZE: Final = _MAX_ROUTES * _ROUTE_SIZE


class RequestMetrics(Collector):
    """Numbers are doubles: exact as counts up to 2**53."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._numbers = memoryview(mmap.mmap(-1, processes * _ROW_SIZE * 8)).cast("d")
        self._row = 0
        self._routes: list[str] = []

    def use_row(self, process_index: int) -> None:
        self._row = process_index * _ROW_SIZE

    def register(self, routes: Sequence[str]) -> dict[str, int]:
        """Every process registers the same routes in the same order."""
        assert len(routes) <= _MAX_ROUTES
        self._routes = list(routes)
        return {route: index * _ROUTE_SIZE for index, route in enumerate(routes)}

    def observe(self, route: int, status: int, durations_s: Sequence[float]) -> None:
        """Requests that had the same status."""
        numbers = self._numbers
        at = self._row + route
        numbers[at + _STATUS_INDEX.get(status, _OTHER)] += len(durations_s)
        for bucket, count in Counter(map(_bucket, durations_s)).items():
            numbers[at + _BUCKETS_AT + bucket] += count
        numbers[at + _SUM_AT] += sum(durations_s)

    def collect(self) -> Iterator[Metric]:
        requests = CounterMetricFamily(
            "wasl_http_requests", "Requests answered.", labels=["route", "status"]
        )
        durations = HistogramMetricFamily(
            "wasl_http_request_duration_seconds",
            "From the request's head to the end of the answer.",
            labels=["route"],
        )
        for index, route in enumerate(self._routes):
            totals = self._totals(index * _ROUTE_SIZE)
            for status, count in zip(_STATUSES, totals[:_BUCKETS_AT], strict=True):
                if count:
                    requests.add_metric([route, str(status) if status else "other"], count)
            cumulative = _cumulative(totals[_BUCKETS_AT:_SUM_AT])
            if cumulative[-1][1]:
                durations.add_metric([route], cumulative, totals[_SUM_AT])
        yield requests
        yield durations

    def _totals(self, route: int) -> list[float]:
        rows = range(route, self._processes * _ROW_SIZE, _ROW_SIZE)
        parts = [self._numbers[row : row + _ROUTE_SIZE].tolist() for row in rows]
        return [sum(column) for column in zip(*parts, strict=True)]


def _cumulative(buckets: Sequence[float]) -> list[tuple[str, float]]:
    names = [*(str(bound) for bound in _BOUNDS_S), "+Inf"]
    total = 0.0
    result = []
    for name, count in zip(names, buckets, strict=True):
        total += count
        result.append((name, total))
    return result
