"""Where the checkout answers."""

from collections.abc import Sequence
from typing import Final

from starlette.routing import Route

from wasl.checkout.endpoints import CheckoutEndpoints
from wasl.checkout.visit import PREFIX
from wasl.web.pages import page

STEPS: Final = ("start", "code", "resend")


def checkout_routes(endpoints: CheckoutEndpoints) -> Sequence[Route]:
    checkout = f"{PREFIX}/{{uuid}}"
    show_error = endpoints.show_error
    return [
        page(checkout, endpoints.show, show_error, ["GET"]),
        page(f"{checkout}/status", endpoints.status, show_error, ["GET"]),
        *(page(f"{checkout}/{step}", endpoints.go_back, show_error, ["GET"]) for step in STEPS),
        page(f"{checkout}/start", endpoints.start, show_error, ["POST"]),
        page(f"{checkout}/code", endpoints.code, show_error, ["POST"]),
        page(f"{checkout}/resend", endpoints.resend, show_error, ["POST"]),
        page(f"{PREFIX}{{rest:path}}", endpoints.lost, show_error, ["GET"]),
    ]
