"""What the operator's machines ask: is it alive, is it ready, how is it doing."""

from contextlib import suppress
from datetime import UTC, datetime

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from wasl.domain.errors import ServiceUnavailable
from wasl.services.check_readiness import CheckReadiness
from wasl.services.measure_deliveries import MeasureDeliveries
from wasl.web.asgi_types import Receive, Scope, Send
from wasl.web.delivery_metrics import DeliveryMetrics
from wasl.web.json_response import encode, send_json
from wasl.web.metrics import RequestMetrics
from wasl.web.paths import Handlers


def operating_routes(
    check_readiness: CheckReadiness,
    metrics: RequestMetrics,
    measure_deliveries: MeasureDeliveries,
) -> dict[str, Handlers]:
    return {
        "/healthz": {"GET": _healthy},
        "/readyz": {"GET": _Ready(check_readiness)},
        "/metrics": {"GET": _Metrics(metrics, measure_deliveries)},
    }


async def _healthy(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send_json(send, 200, encode({"status": "alive"}))


class _Ready:
    def __init__(self, check: CheckReadiness) -> None:
        self._check = check

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        problem = await self._check()
        if problem is None:
            await send_json(send, 200, encode({"status": "ready"}))
        else:
            body = encode({"status": "not ready", "reason": problem})
            await send_json(send, 503, body, [(b"retry-after", b"1")])


class _Metrics:
    def __init__(self, metrics: RequestMetrics, measure_deliveries: MeasureDeliveries) -> None:
        self._metrics = metrics
        self._measure_deliveries = measure_deliveries

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        registry = CollectorRegistry()
        registry.register(self._metrics)
        # Without its database a service can still say how it is doing itself.
        with suppress(ServiceUnavailable):
            figures = await self._measure_deliveries(datetime.now(UTC))
            registry.register(DeliveryMetrics(figures))
        body = generate_latest(registry)
        headers = [
            (b"content-type", CONTENT_TYPE_PLAIN_0_0_4.encode()),
            (b"content-length", b"%d" % len(body)),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})
