"""The addresses of an application's pages, with the permission each needs."""

from wasl.dashboard.application.credentials import CredentialPages
from wasl.dashboard.application.deliveries import DeliveryPages
from wasl.dashboard.application.methods import MethodPages
from wasl.dashboard.application.overview import OverviewPage
from wasl.dashboard.application.payments import PaymentPages
from wasl.dashboard.application.webhook import SignaturePage, WebhookPages
from wasl.dashboard.gate import IN_APPLICATION, DashboardRoute, Endpoint
from wasl.domain.access import Permission


def _get(path: str, access: Permission, endpoint: Endpoint) -> DashboardRoute:
    return DashboardRoute("GET", IN_APPLICATION + path, access, endpoint)


def _post(path: str, access: Permission, endpoint: Endpoint) -> DashboardRoute:
    return DashboardRoute("POST", IN_APPLICATION + path, access, endpoint)


def payment_routes(overview: OverviewPage, pages: PaymentPages) -> list[DashboardRoute]:
    read = Permission.READ_PAYMENTS
    return [
        _get("/overview", read, overview.show),
        _get("/payments", read, pages.show_list),
        _get("/payments.csv", read, pages.export),
        _get("/payments/{payment}", read, pages.show),
    ]


def delivery_routes(pages: DeliveryPages) -> list[DashboardRoute]:
    read, resend = Permission.READ_DELIVERIES, Permission.RESEND_DELIVERIES
    return [
        _get("/deliveries", read, pages.show_list),
        _post("/deliveries/resend-failed", resend, pages.resend_failed),
        _get("/deliveries/{delivery}", read, pages.show),
        _post("/deliveries/{delivery}/resend", resend, pages.resend),
    ]


def webhook_routes(pages: WebhookPages, signature: SignaturePage) -> list[DashboardRoute]:
    read, manage = Permission.READ_DELIVERIES, Permission.MANAGE_WEBHOOKS
    return [
        _get("/webhook", read, pages.show),
        _post("/webhook/url", manage, pages.set_url),
        _post("/webhook/url/remove", manage, pages.remove_url),
        _post("/webhook/test", manage, pages.send_test),
        _get("/webhook/roll", manage, pages.show_roll),
        _post("/webhook/roll", manage, pages.roll),
        _get("/webhook/signature", read, signature.show),
        _post("/webhook/signature", read, signature.check),
    ]


def credential_routes(pages: CredentialPages) -> list[DashboardRoute]:
    read, manage = Permission.READ_CREDENTIALS, Permission.MANAGE_CREDENTIALS
    return [
        _get("/credentials", read, pages.show_list),
        _get("/credentials/new", manage, pages.show_new),
        _post("/credentials/new", manage, pages.issue),
        _post("/credentials/{credential}/revoke", manage, pages.revoke),
    ]


def method_routes(pages: MethodPages) -> list[DashboardRoute]:
    read = Permission.READ_CREDENTIALS
    switch, manage = Permission.MANAGE_METHODS, Permission.MANAGE_PROVIDERS
    return [
        _get("/methods", read, pages.show),
        _post("/methods/switch", switch, pages.switch),
        _get("/methods/{method}/account", manage, pages.show_account),
        _post("/methods/{method}/account", manage, pages.set_account),
        _post("/methods/{method}/account/remove", manage, pages.remove_account),
        _post("/methods/{method}/account/check", manage, pages.check_account),
    ]
