"""The applications someone works on: the way in, the list, a new one, the name of one."""

from typing import Final

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.application.wording import METHOD_NAMES
from wasl.dashboard.people.problems import Errors, errors_of
from wasl.dashboard.people.wording import DONE, MODE_MEANINGS, MODE_NAMES, ROLE_NAMES
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit, link
from wasl.domain.application import Method, Mode
from wasl.domain.errors import InputRefused

_EVERYTHING_IN_TEST: Final = {"mode": Mode.TEST.value, **{method.value: "on" for method in Method}}


class ApplicationPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show_home(self, visit: Visit) -> Response:
        applications = await self._services.list_applications_of(visit.person.user_id)
        if len(applications) == 1:
            only = applications[0].application_id
            return self._render.redirect(visit, link(f"/applications/{only}/overview"))
        return await self.show_list(visit)

    async def show_list(self, visit: Visit) -> Response:
        user_id = visit.person.user_id
        accounts = await self._services.list_accounts_of(user_id)
        applications = await self._services.list_applications_of(user_id)
        return self._render.page(
            visit,
            "people/applications",
            accounts=[
                (account, [one for one in applications if one.account_id == account.account_id])
                for account in accounts
            ],
            role_names=ROLE_NAMES,
            method_names=METHOD_NAMES,
            may_open_account=self._services.add_account.is_open,
            done=DONE.get(visit.query("done") or ""),
        )

    async def show_new(self, visit: Visit) -> Response:
        visit.require_password()
        return self._new(visit, {})

    async def create(self, visit: Visit) -> Response:
        """The answer itself shows the credentials: they are nowhere to be read again."""
        name = visit.form.get("name", "")
        mode = Mode.LIVE if visit.form.get("mode") == Mode.LIVE else Mode.TEST
        methods = [method for method in Method if method in visit.form]
        try:
            issued = await self._services.add_application(
                visit.person,
                visit.account_id,
                name,
                mode,
                methods,
                visit.now,
                visit.required_form_id(),
            )
        except InputRefused as refused:
            return self._new(visit, errors_of(refused))
        return self._render.page(visit, "people/application_created", issued=issued, mode=mode)

    async def show_settings(self, visit: Visit) -> Response:
        assert visit.application is not None
        return self._settings(visit, visit.application.name, {})

    async def rename(self, visit: Visit) -> Response:
        name = visit.form.get("name", "")
        try:
            await self._services.rename_application(
                visit.person, visit.application_id, name, visit.now
            )
        except InputRefused as refused:
            return self._settings(visit, name, errors_of(refused))
        return self._render.redirect(visit, visit.link("/settings", done="saved"))

    def _new(self, visit: Visit, errors: Errors) -> Response:
        return self._render.page(
            visit,
            "people/application_new",
            typed=visit.form or _EVERYTHING_IN_TEST,
            errors=errors,
            mode_names=MODE_NAMES,
            mode_meanings=MODE_MEANINGS,
            method_names=METHOD_NAMES,
        )

    def _settings(self, visit: Visit, name: str, errors: Errors) -> Response:
        return self._render.page(
            visit,
            "people/application_settings",
            name=name,
            errors=errors,
            mode_names=MODE_NAMES,
            mode_meanings=MODE_MEANINGS,
            done=DONE.get(visit.query("done") or ""),
        )
