"""The routes as they are declared: nothing is asked of the services to read them."""

from typing import Any

from wasl.dashboard.application.credentials import CredentialPages
from wasl.dashboard.application.deliveries import DeliveryPages
from wasl.dashboard.application.methods import MethodPages
from wasl.dashboard.application.overview import OverviewPage
from wasl.dashboard.application.payments import PaymentPages
from wasl.dashboard.application.routes import (
    credential_routes,
    delivery_routes,
    method_routes,
    payment_routes,
    webhook_routes,
)
from wasl.dashboard.application.webhook import SignaturePage, WebhookPages
from wasl.dashboard.people.routes import people_routes

_NOTHING: Any = None

PEOPLE_ROUTES = people_routes(_NOTHING, _NOTHING)
APPLICATION_ROUTES = [
    *payment_routes(OverviewPage(*[_NOTHING] * 2), PaymentPages(*[_NOTHING] * 3)),
    *delivery_routes(DeliveryPages(*[_NOTHING] * 5)),
    *webhook_routes(WebhookPages(*[_NOTHING] * 5), SignaturePage(*[_NOTHING] * 2)),
    *credential_routes(CredentialPages(*[_NOTHING] * 4)),
    *method_routes(MethodPages(*[_NOTHING] * 5)),
]
