"""Lets requests through to the pages: each route says who may come."""

from collections.abc import Awaitable, Callable, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from typing import Final
from uuid import UUID

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import PREFIX, SIGNED_OUT_FORMS, Cookies, Visit, link
from wasl.domain.access import Permission
from wasl.domain.errors import (
    AccountNotFound,
    ApplicationNotFound,
    FormRefused,
    PageNotFound,
    PasswordNotConfirmed,
    SessionOver,
    WaslError,
)
from wasl.services.open_account import OpenAccount
from wasl.services.open_application import OpenApplication
from wasl.services.recognise_session import RecogniseSession
from wasl.web.client_address import ClientAddress
from wasl.web.csrf import Csrf
from wasl.web.form_body import read_form
from wasl.web.pages import page

Endpoint = Callable[[Visit], Awaitable[Response]]


class Who(Enum):
    """Where no permission is needed: anybody, or anybody who is signed in."""

    ANYBODY = "anybody"
    SIGNED_IN = "signed_in"


@dataclass(frozen=True)
class DashboardRoute:
    """`access` is a permission in the application or account that `path` names."""

    method: str
    path: str
    access: Who | Permission
    endpoint: Endpoint


IN_APPLICATION: Final = "/applications/{application}"
IN_ACCOUNT: Final = "/accounts/{account}"


class Gate:
    def __init__(
        self,
        recognise_session: RecogniseSession,
        open_application: OpenApplication,
        open_account: OpenAccount,
        render: Renderer,
        csrf: Csrf,
        cookies: Cookies,
        client_address: ClientAddress,
    ) -> None:
        self._recognise_session = recognise_session
        self._open_application = open_application
        self._open_account = open_account
        self._render = render
        self._csrf = csrf
        self._cookies = cookies
        self._client_address = client_address

    def routes(self, declared: Sequence[DashboardRoute]) -> list[Route]:
        pages = {route.path for route in declared if route.method == "GET"}
        routes: list[Route] = []
        for route in declared:
            steps = _steps_to_page(route.path, pages)
            routes.append(self._guarded(route, steps))
            if steps:
                routes.append(_back_to_page(route.path, steps))
        elsewhere = DashboardRoute("GET", "/{elsewhere:path}", Who.ANYBODY, _nothing_here)
        return [*routes, _slash_to_dashboard(), self._guarded(elsewhere, 0)]

    def _guarded(self, route: DashboardRoute, steps_to_page: int) -> Route:
        async def endpoint(request: Request) -> Response:
            visit = self._visit(request)
            visit.page_path = request.url.path.rsplit("/", steps_to_page)[0]
            await self._admit(visit, route)
            return await route.endpoint(visit)

        return page(PREFIX + route.path, endpoint, self._show_error, [route.method])

    def _visit(self, request: Request) -> Visit:
        """One for each request: an error page knows what was found out before the error."""
        visit: Visit | None = getattr(request.state, "visit", None)
        if visit is None:
            visit = Visit(request, self._cookies, self._client_address(request.scope))
            request.state.visit = visit
        return visit

    async def _admit(self, visit: Visit, route: DashboardRoute) -> None:
        await self._recognise(visit, required=route.access is not Who.ANYBODY)
        if route.method == "POST":
            await self._read_form(visit, route)
        if isinstance(route.access, Permission):
            await self._open(visit, route.access)

    async def _recognise(self, visit: Visit, *, required: bool) -> None:
        try:
            visit.visitor = await self._recognise_session(
                visit.session_token or "",
                visit.browser.address,
                visit.now,
                is_automatic=visit.is_automatic,
            )
        except SessionOver:
            if required:
                raise

    async def _read_form(self, visit: Visit, route: DashboardRoute) -> None:
        visit.form = await read_form(visit.request.scope, visit.request.receive)
        token = visit.form.pop("csrf", "")
        if not self._csrf.matches(token, visit.known_form_cookie, visit.csrf_purpose):
            raise FormRefused(
                signed_in_since=route.access is Who.ANYBODY
                and visit.visitor is not None
                and self._csrf.matches(token, visit.known_form_cookie, SIGNED_OUT_FORMS)
            )

    async def _open(self, visit: Visit, permission: Permission) -> None:
        """The only look-up there is: from the person to what they work on."""
        user_id = visit.person.user_id
        if "application" in visit.request.path_params:
            application_id = visit.path_uuid("application")
            visit.application = await self._open_application(
                user_id, _known(application_id, ApplicationNotFound), permission
            )
        else:
            account_id = visit.path_uuid("account")
            visit.account = await self._open_account(
                user_id, _known(account_id, AccountNotFound), permission
            )

    def _show_error(self, request: Request, error: WaslError | None) -> Response:
        visit = self._visit(request)
        if isinstance(error, SessionOver):
            return self._render.redirect(visit, link("/sign-in", next=_next(request)))
        if isinstance(error, PasswordNotConfirmed):
            return self._render.redirect(visit, link("/confirm-password", next=visit.page_path))
        if isinstance(error, FormRefused) and error.signed_in_since:
            return self._render.redirect(visit, visit.here())
        return self._render.trouble(visit, error)


async def _nothing_here(_visit: Visit) -> Response:
    raise PageNotFound


def _slash_to_dashboard() -> Route:
    async def endpoint(_request: Request) -> Response:
        return RedirectResponse(PREFIX, status_code=303)

    return Route(f"{PREFIX}/", endpoint)


def _back_to_page(path: str, steps_to_page: int) -> Route:
    """After a form was refused its address is in the bar, where a browser asks for it again."""

    async def endpoint(request: Request) -> Response:
        return RedirectResponse(request.url.path.rsplit("/", steps_to_page)[0], status_code=303)

    return Route(PREFIX + path, endpoint)


def _steps_to_page(path: str, pages: Set[str]) -> int:
    """How many parts of the path lie below the page that a form stands on."""
    page = path
    while page and page not in pages:
        page = page.rpartition("/")[0]
    return path.count("/") - page.count("/")


def _known(uuid: UUID | None, missing: type[WaslError]) -> UUID:
    if uuid is None:
        raise missing
    return uuid


def _next(request: Request) -> str | None:
    """Where to go on after signing in: the page that was asked for."""
    if request.method != "GET" or request.url.path == PREFIX:
        return None
    return str(request.url.replace(scheme="", netloc=""))
