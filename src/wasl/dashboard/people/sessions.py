"""Signing in, in one step or two, and out."""

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.next_page import next_page
from wasl.dashboard.people.wording import CODE_WRONG, DONE
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit, link
from wasl.domain.errors import CodeWrong, SecondStepOver, SignInRefused
from wasl.services.sign_in import SecondStepNeeded
from wasl.services.start_session import SignedIn


class SessionPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show_sign_in(self, visit: Visit) -> Response:
        if visit.visitor is not None:
            return self._render.redirect(visit, next_page(visit))
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
            return self._second_step(visit, done.token)
        return signed_in(self._render, visit, done)

    async def complete_sign_in(self, visit: Visit) -> Response:
        token = visit.form.get("token", "")
        try:
            done = await self._services.complete_sign_in(
                token, visit.form.get("code", ""), visit.browser, visit.session_token, visit.now
            )
        except CodeWrong:
            return self._second_step(visit, token, error=CODE_WRONG)
        except SecondStepOver:
            address = link("/sign-in", done="second-step-over", next=visit.query("next"))
            return self._render.redirect(visit, address)
        return signed_in(self._render, visit, done)

    async def sign_out(self, visit: Visit) -> Response:
        if visit.session_token:
            await self._services.sign_out(visit.session_token)
        return signed_out(self._render, visit, next_page(visit, link("/sign-in")))

    def _sign_in(self, visit: Visit, *, email: str = "", refused: bool = False) -> Response:
        return self._render.page(
            visit,
            "people/sign_in",
            email=email,
            refused=refused,
            done=DONE.get(visit.query("done") or ""),
            sign_up_open=self._services.sign_up.is_open,
        )

    def _second_step(self, visit: Visit, token: str, error: str | None = None) -> Response:
        return self._render.page(visit, "people/second_step", token=token, error=error)


def signed_in(render: Renderer, visit: Visit, done: SignedIn) -> Response:
    return with_session(visit, render.redirect(visit, next_page(visit)), done)


def with_session(visit: Visit, response: Response, done: SignedIn) -> Response:
    visit.cookies.put(response, visit.cookies.session, done.token, done.ends_at)
    return response


def signed_out(render: Renderer, visit: Visit, address: str) -> Response:
    response = render.redirect(visit, address)
    visit.cookies.remove(response, visit.cookies.session)
    return response
