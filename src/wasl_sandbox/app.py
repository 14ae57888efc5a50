"""The app: three providers and the addresses for tests, on one port."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wasl_sandbox import control
from wasl_sandbox.clock import Clock, machine_time
from wasl_sandbox.edfali.routes import edfali_routes
from wasl_sandbox.index_page import index
from wasl_sandbox.json_body import BadBody
from wasl_sandbox.moamalat.routes import moamalat_routes
from wasl_sandbox.sadad.routes import sadad_routes
from wasl_sandbox.sandbox import Sandbox
from wasl_sandbox.settings import SandboxSettings


def create_app(settings: SandboxSettings, clock: Clock = machine_time) -> Starlette:
    """To cut connections it must be served by `wasl_sandbox.server`."""
    sandbox = Sandbox(settings, clock)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await sandbox.notifier.close()

    return Starlette(
        routes=[
            Route("/", partial(index, sandbox)),
            *moamalat_routes(sandbox),
            *sadad_routes(sandbox),
            *edfali_routes(sandbox),
            *_control_routes(sandbox),
        ],
        exception_handlers={BadBody: _bad_body},
        lifespan=lifespan,
    )


def _control_routes(sandbox: Sandbox) -> list[Route]:
    posts: dict[str, Callable[[Sandbox, Request], Awaitable[Response]]] = {
        "moamalat/pay": control.pay_by_card,
        "faults": control.order_fault,
        "clock": control.advance_clock,
        "notify-url": control.set_notify_url,
        "reset": control.reset,
    }
    return [
        Route("/ledger", partial(control.ledger, sandbox)),
        *(
            Route(f"/sandbox/{path}", partial(endpoint, sandbox), methods=["POST"])
            for path, endpoint in posts.items()
        ),
    ]


async def _bad_body(_request: Request, error: Exception) -> Response:
    return JSONResponse({"message": str(error)}, 422)
