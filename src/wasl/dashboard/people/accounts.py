"""Opening another account, as someone who is signed in."""

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.problems import Errors, errors_of
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit, link
from wasl.domain.errors import InputRefused, SignUpClosed


class AccountPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show_new(self, visit: Visit) -> Response:
        if not self._services.add_account.is_open:
            raise SignUpClosed
        return self._form(visit, {})

    async def create(self, visit: Visit) -> Response:
        try:
            await self._services.add_account(
                visit.person, visit.form.get("account_name", ""), visit.now
            )
        except InputRefused as refused:
            return self._form(visit, errors_of(refused))
        return self._render.redirect(visit, link("/applications", done="account-opened"))

    def _form(self, visit: Visit, errors: Errors) -> Response:
        return self._render.page(visit, "people/account_new", typed=visit.form, errors=errors)
