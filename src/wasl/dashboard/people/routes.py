"""The addresses of pages about people, with who may come there."""

from wasl.dashboard.gate import DashboardRoute, Who
from wasl.dashboard.people.sessions import SessionPages


def session_routes(pages: SessionPages) -> list[DashboardRoute]:
    return [
        DashboardRoute("GET", "/sign-in", Who.ANYBODY, pages.show_sign_in),
        DashboardRoute("POST", "/sign-in", Who.ANYBODY, pages.sign_in),
        DashboardRoute("POST", "/sign-out", Who.SIGNED_IN, pages.sign_out),
    ]
