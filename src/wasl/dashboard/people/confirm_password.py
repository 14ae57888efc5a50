"""Asking for the password again, before a secret is shown."""

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.next_page import next_page
from wasl.dashboard.people.wording import PASSWORD_WRONG
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit
from wasl.domain.errors import PasswordWrong


class ConfirmPasswordPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show(self, visit: Visit) -> Response:
        return self._form(visit, None)

    async def confirm(self, visit: Visit) -> Response:
        try:
            await self._services.confirm_password(
                visit.person, visit.form.get("password", ""), visit.now
            )
        except PasswordWrong:
            return self._form(visit, PASSWORD_WRONG)
        return self._render.redirect(visit, next_page(visit))

    def _form(self, visit: Visit, error: str | None) -> Response:
        return self._render.page(visit, "people/confirm_password", error=error)
