"""Routes of pages, and what a person sees where one cannot be shown."""

from collections.abc import Awaitable, Callable, Sequence

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from wasl.domain.errors import WaslError
from wasl.web.asgi_types import ASGIApp, Receive, Scope, Send

log = structlog.get_logger()

Endpoint = Callable[[Request], Awaitable[Response]]
ShowError = Callable[[Request, WaslError | None], Response]


def page(path: str, endpoint: Endpoint, show_error: ShowError, methods: Sequence[str]) -> Route:
    """`show_error` is given the error, or None where it is our own fault and was logged."""

    async def shown(request: Request) -> Response:
        try:
            return await endpoint(request)
        except WaslError as error:
            return show_error(request, error)
        except Exception:
            log.exception("request_failed", method=request.method, path=request.url.path)
            return show_error(request, None)

    return Route(path, shown, methods=list(methods))


class Pages:
    def __init__(self, routes: Sequence[Route], otherwise: ASGIApp) -> None:
        self._router = Router(routes, redirect_slashes=False, default=otherwise)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._router(scope, receive, send)
        finally:
            # Whoever observes the request knows routes by their path.
            route = scope.pop("route", None)
            if isinstance(route, Route):
                scope["route"] = route.path
