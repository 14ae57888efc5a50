"""Every address of the dashboard, with who may come there."""

from wasl.dashboard.gate import IN_APPLICATION, DashboardRoute, Who
from wasl.dashboard.payments import PaymentPages
from wasl.dashboard.sessions import SessionPages
from wasl.domain.access import Permission


def session_routes(pages: SessionPages) -> list[DashboardRoute]:
    return [
        DashboardRoute("GET", "/sign-in", Who.ANYBODY, pages.show_sign_in),
        DashboardRoute("POST", "/sign-in", Who.ANYBODY, pages.sign_in),
        DashboardRoute("POST", "/sign-out", Who.SIGNED_IN, pages.sign_out),
    ]


def payment_routes(pages: PaymentPages) -> list[DashboardRoute]:
    read = Permission.READ_PAYMENTS
    return [
        DashboardRoute("GET", f"{IN_APPLICATION}/payments", read, pages.show_list),
        DashboardRoute("GET", f"{IN_APPLICATION}/payments.csv", read, pages.export),
    ]
