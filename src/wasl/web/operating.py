"""What the operator's machines ask: is it alive, is it ready, how is it doing."""

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from wasl.services.check_readiness import CheckReadiness
from wasl.web.asgi_types import Receive, Scope, Send
from wasl.web.json_response import encode, send_json
from wasl.web.metrics import RequestMetrics
from wasl.web.paths import Handlers


def operating_routes(
    check_readiness: CheckReadiness, metrics: RequestMetrics
) -> dict[str, Handlers]:
    return {
        "/healthz": {"GET": _healthy},
        "/readyz": {"GET": _Ready(check_readiness)},
        "/metrics": {"GET": _Metrics(metrics)},
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
    def __init__(self, metrics: RequestMetrics) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(metrics)

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        body = generate_latest(self._registry)
        headers = [
            (b"content-type", CONTENT_TYPE_PLAIN_0_0_4.encode()),
            (b"content-length", b"%d" % len(body)),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})
