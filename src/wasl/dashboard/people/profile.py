"""Someone's own page: name, language, password, and where they are signed in."""

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.browsers import browser_name
from wasl.dashboard.people.problems import Errors, errors_of
from wasl.dashboard.people.sessions import signed_out, with_session
from wasl.dashboard.people.wording import DONE, LANGUAGES, LAST_OWNER, PASSWORD_WRONG, ROLE_NAMES
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import Visit, link
from wasl.domain.errors import AccountNotFound, InputRefused, LastOwner, PasswordWrong
from wasl.web.language import chosen_language


class ProfilePages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show(self, visit: Visit) -> Response:
        return await self._page(visit, {})

    async def change(self, visit: Visit) -> Response:
        language = chosen_language(visit.form.get("language"))
        try:
            await self._services.change_profile(
                visit.person, visit.form.get("name", ""), language, visit.now
            )
        except InputRefused as refused:
            return await self._page(visit, errors_of(refused))
        return self._render.redirect(visit, link("/profile", done="saved", lang=language))

    async def change_password(self, visit: Visit) -> Response:
        try:
            renewed = await self._services.change_password(
                visit.person,
                visit.form.get("password", ""),
                visit.form.get("new_password", ""),
                visit.now,
            )
        except InputRefused as refused:
            return await self._page(visit, errors_of(refused))
        except PasswordWrong:
            return await self._page(visit, {"password": PASSWORD_WRONG})
        response = self._render.redirect(visit, link("/profile", done="password-changed"))
        return with_session(visit, response, renewed)

    async def sign_out_everywhere(self, visit: Visit) -> Response:
        await self._services.sign_out_everywhere(visit.person, visit.now)
        address = link("/sign-in", done="signed-out-everywhere")
        return signed_out(self._render, visit, address)

    async def leave(self, visit: Visit) -> Response:
        """Open to every role: who works in an account may stop."""
        account_id = visit.path_uuid("account")
        if account_id is None:
            raise AccountNotFound
        try:
            await self._services.remove_member(
                visit.person, account_id, visit.person.user_id, visit.now
            )
        except LastOwner:
            return await self._page(visit, {"account": LAST_OWNER})
        return self._render.redirect(visit, link("/profile", done="left"))

    async def _page(self, visit: Visit, errors: Errors) -> Response:
        assert visit.visitor is not None
        person = visit.person
        return self._render.page(
            visit,
            "people/profile",
            name=visit.form.get("name", visit.visitor.name),
            language_chosen=visit.form.get("language", visit.language),
            languages=LANGUAGES,
            sessions=await self._services.list_sessions(person, visit.now),
            browser_name=browser_name,
            accounts=await self._services.list_accounts_of(person.user_id),
            role_names=ROLE_NAMES,
            errors=errors,
            done=DONE.get(visit.query("done") or ""),
        )
