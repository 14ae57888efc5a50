"""Opening an account, where that is open to everybody."""

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.problems import Errors, errors_of
from wasl.dashboard.people.sessions import signed_in
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import PREFIX, Visit
from wasl.domain.errors import InputRefused, SignUpClosed
from wasl.services.new_user import NewUser


class SignUpPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show(self, visit: Visit) -> Response:
        if visit.visitor is not None:
            return self._render.redirect(visit, PREFIX)
        if not self._services.sign_up.is_open:
            raise SignUpClosed
        return self._form(visit, {})

    async def sign_up(self, visit: Visit) -> Response:
        typed = NewUser(
            email=visit.form.get("email", ""),
            name=visit.form.get("name", ""),
            password=visit.form.get("password", ""),
            language=visit.language,
        )
        account_name = visit.form.get("account_name", "")
        try:
            done = await self._services.sign_up(
                typed, account_name, visit.browser, visit.session_token, visit.now
            )
        except InputRefused as refused:
            return self._form(visit, errors_of(refused))
        return signed_in(self._render, visit, done)

    def _form(self, visit: Visit, errors: Errors) -> Response:
        return self._render.page(visit, "people/sign_up", typed=visit.form, errors=errors)
