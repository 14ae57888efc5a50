"""Who works in an account: members, roles, invitations."""

from uuid import UUID

from starlette.responses import Response

from wasl.account_services import AccountServices
from wasl.dashboard.people.problems import Errors, errors_of
from wasl.dashboard.people.wording import (
    ALREADY_MEMBER,
    DONE,
    LANGUAGES,
    LAST_OWNER,
    ROLE_MEANINGS,
    ROLE_NAMES,
    TOO_MANY_INVITED,
)
from wasl.dashboard.render import Renderer
from wasl.dashboard.visit import PREFIX, Visit
from wasl.domain.access import Role
from wasl.domain.errors import (
    AlreadyMember,
    InputRefused,
    InvitationNotFound,
    LastOwner,
    MemberNotFound,
    TooManyInvitations,
)
from wasl.domain.problem import Problem
from wasl.web.language import chosen_language


class TeamPages:
    def __init__(self, services: AccountServices, render: Renderer) -> None:
        self._services = services
        self._render = render

    async def show(self, visit: Visit) -> Response:
        return await self._page(visit)

    async def show_invite(self, visit: Visit) -> Response:
        visit.require_password()
        return self._invite(visit, {})

    async def invite(self, visit: Visit) -> Response:
        """Where no letter was sent, the answer itself shows the link, this once."""
        email = visit.form.get("email", "")
        try:
            invited = await self._services.invite_member(
                visit.person,
                visit.account_id,
                email,
                _role(visit),
                chosen_language(visit.form.get("language")),
                visit.now,
            )
        except InputRefused as refused:
            return self._invite(visit, errors_of(refused))
        except AlreadyMember:
            return self._invite(visit, {"email": ALREADY_MEMBER})
        except TooManyInvitations:
            return self._invite(visit, {"email": TOO_MANY_INVITED})
        if invited.mailed:
            return self._back(visit, "invited")
        return self._render.page(visit, "people/invited", email=email.strip(), invited=invited)

    async def change_role(self, visit: Visit) -> Response:
        try:
            await self._services.change_role(
                visit.person, visit.account_id, _member(visit), _role(visit), visit.now
            )
        except InputRefused as refused:
            return await self._page(visit, refused=errors_of(refused)["role"])
        except LastOwner:
            return await self._page(visit, refused=LAST_OWNER)
        return self._back(visit, "role-changed")

    async def remove(self, visit: Visit) -> Response:
        member = _member(visit)
        try:
            await self._services.remove_member(visit.person, visit.account_id, member, visit.now)
        except LastOwner:
            return await self._page(visit, refused=LAST_OWNER)
        if member == visit.person.user_id:
            return self._render.redirect(visit, PREFIX)
        return self._back(visit, "removed")

    async def withdraw(self, visit: Visit) -> Response:
        invitation = visit.path_uuid("invitation")
        if invitation is None:
            raise InvitationNotFound
        await self._services.withdraw_invitation(
            visit.person, visit.account_id, invitation, visit.now
        )
        return self._back(visit, "withdrawn")

    async def _page(self, visit: Visit, refused: str | None = None) -> Response:
        team = await self._services.list_members(visit.person, visit.account_id, visit.now)
        return self._render.page(
            visit,
            "people/team",
            team=team,
            refused=refused,
            role_names=ROLE_NAMES,
            role_meanings=ROLE_MEANINGS,
            done=DONE.get(visit.query("done") or ""),
        )

    def _invite(self, visit: Visit, errors: Errors) -> Response:
        return self._render.page(
            visit,
            "people/invite",
            typed={"role": Role.DEVELOPER, "language": visit.language} | visit.form,
            errors=errors,
            languages=LANGUAGES,
            role_names=ROLE_NAMES,
            role_meanings=ROLE_MEANINGS,
        )

    def _back(self, visit: Visit, done: str) -> Response:
        return self._render.redirect(visit, visit.account_link("/team", done=done))


def _role(visit: Visit) -> Role:
    try:
        return Role(visit.form.get("role", ""))
    except ValueError:
        raise InputRefused({"role": Problem.ROLE_MISSING}) from None


def _member(visit: Visit) -> UUID:
    member = visit.path_uuid("member")
    if member is None:
        raise MemberNotFound
    return member
