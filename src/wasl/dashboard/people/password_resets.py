"""For those who forgot their password."""

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.problems import Errors, errors_of
from wasl.dashboard.people.wording import DONE
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit, link
from wasl.domain.errors import InputRefused, PasswordResetNotFound


class PasswordResetPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show_request(self, visit: Visit) -> Response:
        """Where no mail is set no form is shown: nothing would come of it."""
        sends_mail = self._services.request_password_reset.sends_mail
        told = visit.query("done") if sends_mail else "reset-by-operator"
        done = DONE.get(told or "")
        return self._render.page(visit, "people/password_reset_request", done=done)

    async def request(self, visit: Visit) -> Response:
        """The same answer for every address."""
        by_mail = await self._services.request_password_reset(
            visit.form.get("email", ""), visit.browser.address, visit.now
        )
        done = "reset-mailed" if by_mail else "reset-by-operator"
        return self._render.redirect(visit, link("/password-resets", done=done))

    async def show(self, visit: Visit) -> Response:
        if not await self._services.reset_password.is_open(_token(visit), visit.now):
            raise PasswordResetNotFound
        return self._form(visit, {})

    async def reset(self, visit: Visit) -> Response:
        try:
            await self._services.reset_password(
                _token(visit), visit.form.get("new_password", ""), visit.browser, visit.now
            )
        except InputRefused as refused:
            return self._form(visit, errors_of(refused))
        return self._render.redirect(visit, link("/sign-in", done="password-reset"))

    def _form(self, visit: Visit, errors: Errors) -> Response:
        return self._render.page(visit, "people/password_reset", errors=errors)


def _token(visit: Visit) -> str:
    return str(visit.request.path_params["token"])
