"""Signing in and out."""

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import PREFIX, Visit, link
from wasl.domain.errors import SignInRefused
from wasl.services.sign_in import SecondStepNeeded
from wasl.services.start_session import SignedIn


class SessionPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show_sign_in(self, visit: Visit) -> Response:
        if visit.visitor is not None:
            return self._render.redirect(visit, _next(visit))
        return self._sign_in(visit)

    async def sign_in(self, visit: Visit) -> Response:
        email = visit.form.get("email", "")
        try:
            done = await self._services.sign_in(
                email,
                visit.form.get("password", ""),
                visit.browser,
                visit.session_token,
                visit.now,
            )
        except SignInRefused:
            return self._sign_in(visit, email=email, refused=True)
        if isinstance(done, SecondStepNeeded):
            return self._render.page(visit, "people/second_step", token=done.token, wrong=False)
        return self.signed_in(visit, done)

    async def sign_out(self, visit: Visit) -> Response:
        if visit.session_token:
            await self._services.sign_out(visit.session_token)
        response = self._render.redirect(visit, link("/sign-in"))
        visit.cookies.remove(response, visit.cookies.session)
        return response

    def signed_in(self, visit: Visit, done: SignedIn) -> Response:
        response = self._render.redirect(visit, _next(visit))
        visit.cookies.put(response, visit.cookies.session, done.token, done.ends_at)
        return response

    def _sign_in(self, visit: Visit, *, email: str = "", refused: bool = False) -> Response:
        return self._render.page(
            visit,
            "people/sign_in",
            email=email,
            refused=refused,
            sign_up_open=self._services.sign_up.is_open,
        )


def _next(visit: Visit) -> str:
    """Only ever a page of ours."""
    wanted = visit.query("next") or ""
    return wanted if wanted.startswith(f"{PREFIX}/") else PREFIX
