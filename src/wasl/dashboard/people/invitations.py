"""Accepting an invitation, as someone who is signed in or as a new user."""

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.problems import Errors, errors_of
from wasl.dashboard.people.sessions import signed_in
from wasl.dashboard.people.wording import ROLE_MEANINGS, ROLE_NAMES
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import PREFIX, Visit, link
from wasl.domain.errors import AlreadyMember, InputRefused, InvitationForAnother
from wasl.domain.problem import Problem


class InvitationPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show(self, visit: Visit) -> Response:
        return await self._page(visit, {})

    async def accept(self, visit: Visit) -> Response:
        try:
            if visit.visitor is None:
                return await self._accept_as_new_user(visit)
            await self._services.accept_invitation(_token(visit), visit.person, visit.now)
        except InputRefused as refused:
            if Problem.EMAIL_TAKEN in refused.problems.values():
                address = link("/sign-in", done="sign-in-to-accept", next=visit.page_path)
                return self._render.redirect(visit, address)
            return await self._page(visit, errors_of(refused))
        except InvitationForAnother:
            return await self._page(visit, {})
        except AlreadyMember:
            pass
        return self._render.redirect(visit, PREFIX)

    async def _accept_as_new_user(self, visit: Visit) -> Response:
        done = await self._services.accept_invitation.as_new_user(
            _token(visit),
            visit.form.get("name", ""),
            visit.form.get("password", ""),
            visit.language,
            visit.browser,
            visit.session_token,
            visit.now,
        )
        return signed_in(self._render, visit, done)

    async def _page(self, visit: Visit, errors: Errors) -> Response:
        invitation = await self._services.view_invitation(_token(visit), visit.now)
        return self._render.page(
            visit,
            "people/invitation",
            invitation=invitation,
            typed=visit.form,
            errors=errors,
            role_names=ROLE_NAMES,
            role_meanings=ROLE_MEANINGS,
        )


def _token(visit: Visit) -> str:
    return str(visit.request.path_params["token"])
