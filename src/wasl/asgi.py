"""Mounts the HTTP surfaces."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.routing import Route

from wasl.api.endpoints import CreateEndpoint, RetrieveEndpoint
from wasl.api.gate import Gate
from wasl.api.openapi import OpenApiEndpoint
from wasl.api.openapi_document import openapi_document
from wasl.api.payment_intent_json import PaymentIntentJson
from wasl.api.routes import api_routes
from wasl.bootstrap import Services
from wasl.checkout.endpoints import CheckoutEndpoints
from wasl.checkout.limits import CheckoutLimits
from wasl.checkout.render import Renderer as CheckoutRenderer
from wasl.checkout.routes import checkout_routes
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
from wasl.dashboard.gate import DashboardRoute
from wasl.dashboard.gate import Gate as DashboardGate
from wasl.dashboard.people.routes import people_routes
from wasl.dashboard.render import Renderer as DashboardRenderer
from wasl.dashboard.visit import Cookies
from wasl.developer.events import EventsEndpoint
from wasl.developer.gate import TokenGate
from wasl.developer.routes import developer_routes
from wasl.developer.trigger import TriggerEndpoint
from wasl.guide.book import Book
from wasl.guide.routes import guide_routes
from wasl.guide.shelf import Shelf
from wasl.provider_callbacks.moamalat import MoamalatNotification
from wasl.web.access_log import AccessLog
from wasl.web.asgi_types import ASGIApp
from wasl.web.client_address import ClientAddress
from wasl.web.csrf import Csrf
from wasl.web.metrics import RequestMetrics
from wasl.web.observer import UNMATCHED, Observer
from wasl.web.operating import operating_routes
from wasl.web.page_templates import PageTemplates
from wasl.web.pages import Pages
from wasl.web.paths import Handlers, Paths, not_found
from wasl.web.rate_limiter import RateLimiter
from wasl.web.request_run import in_own_task
from wasl.web.static_files import PATH as STATIC_PATH
from wasl.web.static_files import StaticFiles


@dataclass(frozen=True)
class SharedState:
    """What the processes of one service share; made before they are forked."""

    limiter: RateLimiter
    checkout_by_address: RateLimiter
    checkout_by_intent: RateLimiter
    metrics: RequestMetrics


@dataclass(frozen=True)
class Surroundings:
    """Where and behind what the service runs."""

    public_url: str
    trusted_proxies: Sequence[str]
    secret_key: str

    @property
    def https(self) -> bool:
        return self.public_url.startswith("https://")


def build_app(
    services: Services, shared: SharedState, access_log: AccessLog, surroundings: Surroundings
) -> tuple[ASGIApp, Observer]:
    gate = Gate(services.authenticate, services.record_credential_use, shared.limiter)
    render = PaymentIntentJson(surroundings.public_url)
    static = StaticFiles()
    api = api_routes(
        CreateEndpoint(gate, services.create_payment_intent, render),
        RetrieveEndpoint(gate, services.retrieve_payment_intent, render),
        OpenApiEndpoint(surroundings.public_url),
    )
    others: dict[str, Handlers] = {
        **_developer(services, shared),
        "/callbacks/moamalat": {"POST": MoamalatNotification(services.receive_notification)},
        f"{STATIC_PATH}/{{name}}": {"GET": static},
        **operating_routes(services.check_readiness, shared.metrics, services.measure_deliveries),
    }
    routes = api | {path: _in_own_tasks(handlers) for path, handlers in others.items()}
    templates = PageTemplates(static)
    pages = [
        *checkout_routes(_checkout(services, shared, surroundings, templates)),
        *_dashboard(services, surroundings, templates),
        *guide_routes(Shelf(lambda: Book(templates, openapi_document(surroundings.public_url)))),
    ]
    known = list(dict.fromkeys([*routes, *(page.path for page in pages), UNMATCHED]))
    app = Paths(routes, otherwise=in_own_task(Pages(pages, otherwise=not_found))).answer
    places = shared.metrics.register(known)
    return app, Observer(shared.metrics, places, access_log, surroundings.https)


def _in_own_tasks(handlers: Handlers) -> Handlers:
    return {method: in_own_task(handler) for method, handler in handlers.items()}


def _developer(services: Services, shared: SharedState) -> dict[str, Handlers]:
    gate = TokenGate(services.authenticate, services.record_credential_use, shared.limiter)
    return developer_routes(
        EventsEndpoint(gate, services.read_events, services.await_events),
        TriggerEndpoint(gate, services.trigger_event),
    )


def _checkout(
    services: Services, shared: SharedState, surroundings: Surroundings, templates: PageTemplates
) -> CheckoutEndpoints:
    csrf = Csrf(surroundings.secret_key)
    return CheckoutEndpoints(
        services.view_checkout,
        services.start_attempt,
        services.confirm_attempt,
        services.resend_code,
        CheckoutRenderer(templates, csrf, surroundings.https),
        csrf,
        CheckoutLimits(
            ClientAddress(surroundings.trusted_proxies),
            shared.checkout_by_address,
            shared.checkout_by_intent,
        ),
        surroundings.https,
    )


def _dashboard(
    services: Services, surroundings: Surroundings, templates: PageTemplates
) -> list[Route]:
    csrf = Csrf(surroundings.secret_key)
    render = DashboardRenderer(templates, csrf)
    accounts = services.accounts
    gate = DashboardGate(
        accounts.recognise_session,
        accounts.open_application,
        accounts.open_account,
        render,
        csrf,
        Cookies(surroundings.https),
        ClientAddress(surroundings.trusted_proxies),
    )
    return gate.routes(
        [
            *people_routes(accounts, render),
            *_application_routes(services, render),
        ]
    )


def _application_routes(services: Services, render: DashboardRenderer) -> list[DashboardRoute]:
    accounts = services.accounts
    return [
        *payment_routes(
            OverviewPage(services.show_overview, render),
            PaymentPages(services.list_payments, services.show_payment, render),
        ),
        *delivery_routes(
            DeliveryPages(
                services.list_deliveries,
                services.show_delivery,
                services.resend_delivery,
                services.resend_failed_deliveries,
                render,
            )
        ),
        *webhook_routes(
            WebhookPages(
                services.show_webhook,
                services.set_webhook_url,
                services.roll_webhook_secret,
                services.send_test_event,
                render,
            ),
            SignaturePage(services.check_signature, render),
        ),
        *credential_routes(
            CredentialPages(
                accounts.list_credentials,
                accounts.issue_credential,
                services.revoke_credential,
                render,
            )
        ),
        *method_routes(
            MethodPages(
                services.show_methods,
                accounts.set_methods,
                services.set_provider_account,
                services.check_provider_account,
                render,
            )
        ),
    ]
