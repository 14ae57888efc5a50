"""Mounts the HTTP surfaces."""

from dataclasses import dataclass

from wasl.api.endpoints import CreateEndpoint, RetrieveEndpoint
from wasl.api.gate import Gate
from wasl.api.openapi import OpenApiEndpoint
from wasl.api.payment_intent_json import PaymentIntentJson
from wasl.api.routes import api_routes
from wasl.bootstrap import Services
from wasl.provider_callbacks.moamalat import MoamalatNotification
from wasl.web.access_log import AccessLog
from wasl.web.asgi_types import ASGIApp
from wasl.web.metrics import RequestMetrics
from wasl.web.observed import UNMATCHED, Observed
from wasl.web.operating import operating_routes
from wasl.web.paths import Handlers, Paths, not_found
from wasl.web.rate_limiter import RateLimiter


@dataclass(frozen=True)
class SharedState:
    """What the processes of one service share; made before they are forked."""

    limiter: RateLimiter
    metrics: RequestMetrics


def build_app(
    services: Services, shared: SharedState, access_log: AccessLog, public_url: str
) -> ASGIApp:
    gate = Gate(services.authenticate, services.record_credential_use, shared.limiter)
    render = PaymentIntentJson(public_url)
    routes: dict[str, Handlers] = {
        **api_routes(
            CreateEndpoint(gate, services.create_payment_intent, render),
            RetrieveEndpoint(gate, services.retrieve_payment_intent, render),
            OpenApiEndpoint(public_url),
        ),
        "/callbacks/moamalat": {"POST": MoamalatNotification(services.receive_notification)},
        **operating_routes(services.check_readiness, shared.metrics, services.measure_deliveries),
    }
    return Observed(
        Paths(routes, otherwise=not_found),
        shared.metrics,
        shared.metrics.register([*routes, UNMATCHED]),
        access_log,
        https=public_url.startswith("https://"),
    )
