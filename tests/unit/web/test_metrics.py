import os

import pytest
from prometheus_client import CollectorRegistry

from wasl.web.metrics import RequestMetrics

ROUTES = ["/a", "/b/{uuid}", "unmatched"]
COUNT = "wasl_http_requests_total"
DURATION = "wasl_http_request_duration_seconds"


@pytest.fixture
def metrics() -> RequestMetrics:
    return RequestMetrics(processes=2)


def value(metrics: RequestMetrics, name: str, **labels: str) -> float | None:
    registry = CollectorRegistry()
    registry.register(metrics)
    return registry.get_sample_value(name, labels)


def test_requests_are_counted_by_route_and_status(metrics: RequestMetrics) -> None:
    places = metrics.register(ROUTES)
    for route, status, times in (("/a", 200, 3), ("/a", 404, 1), ("/b/{uuid}", 200, 2)):
        metrics.observe(places[route], status, [0.001] * times)
    assert value(metrics, COUNT, route="/a", status="200") == 3
    assert value(metrics, COUNT, route="/a", status="404") == 1
    assert value(metrics, COUNT, route="/b/{uuid}", status="200") == 2
    assert value(metrics, COUNT, route="unmatched", status="200") is None


def test_a_status_nobody_expected_is_counted_as_other(metrics: RequestMetrics) -> None:
    places = metrics.register(ROUTES)
    metrics.observe(places["/a"], 418, [0.001])
    assert value(metrics, COUNT, route="/a", status="other") == 1


@pytest.mark.parametrize(
    ("duration_s", "first_bucket"),
    [(0.0, "0.001"), (0.001, "0.001"), (0.0011, "0.0025"), (10.0, "10.0"), (10.1, "+Inf")],
)
def test_a_duration_counts_in_its_bucket_and_all_above(
    metrics: RequestMetrics, duration_s: float, first_bucket: str
) -> None:
    places = metrics.register(ROUTES)
    metrics.observe(places["/a"], 200, [duration_s])
    bounds = [
        *("0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5"),
        *("1.0", "2.5", "5.0", "10.0", "+Inf"),
    ]
    counts = [value(metrics, f"{DURATION}_bucket", route="/a", le=le) for le in bounds]
    below = bounds.index(first_bucket)
    assert counts == [0.0] * below + [1.0] * (len(bounds) - below)
    assert value(metrics, f"{DURATION}_count", route="/a") == 1
    assert value(metrics, f"{DURATION}_sum", route="/a") == pytest.approx(duration_s)


def test_every_process_counts_in_a_row_of_its_own_and_sees_all(metrics: RequestMetrics) -> None:
    places = metrics.register(ROUTES)
    children = []
    for index in range(2):
        pid = os.fork()
        if pid == 0:
            metrics.use_row(index)
            for _ in range(1_000):
                metrics.observe(places["/a"], 200, [0.001])
            os._exit(0)
        children.append(pid)
    assert [os.waitpid(pid, 0)[1] for pid in children] == [0, 0]
    assert value(metrics, COUNT, route="/a", status="200") == 2_000
    # Who takes a dead process's place goes on with its row.
    metrics.use_row(1)
    metrics.observe(places["/a"], 200, [0.001])
    assert value(metrics, COUNT, route="/a", status="200") == 2_001
