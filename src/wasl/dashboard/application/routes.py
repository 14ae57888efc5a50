"""The addresses of an application's pages, with the permission each needs."""

from wasl.dashboard.application.payments import PaymentPages
from wasl.dashboard.gate import IN_APPLICATION, DashboardRoute
from wasl.domain.access import Permission


def payment_routes(pages: PaymentPages) -> list[DashboardRoute]:
    read = Permission.READ_PAYMENTS
    return [
        DashboardRoute("GET", f"{IN_APPLICATION}/payments", read, pages.show_list),
        DashboardRoute("GET", f"{IN_APPLICATION}/payments.csv", read, pages.export),
    ]
