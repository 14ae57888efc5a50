"""Invite someone into an account, by a link and, where mail is set, by a letter."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import structlog

from wasl.domain.access import Permission, Role
from wasl.domain.credentials import digest
from wasl.domain.email import is_email, spelled_once
from wasl.domain.errors import AlreadyMember, TooManyInvitations
from wasl.domain.payment_intent import new_uuid
from wasl.domain.person import Person
from wasl.domain.problem import Problem
from wasl.domain.secret_token import INVITATION_PREFIX, new_token
from wasl.domain.session import INVITATION_LIFETIME, INVITATIONS_OPEN_AT_ONCE
from wasl.domain.throttle import TryKind
from wasl.mail.letters import Letter, invitation_letter
from wasl.mail.smtp import MailNotSent, SmtpMail
from wasl.services.confirm_password import require_password_confirmed
from wasl.services.dashboard_links import DashboardLinks
from wasl.services.new_user import refuse_problems
from wasl.services.open_account import open_account
from wasl.services.throttle import Throttle
from wasl.storage import accounts, audit_log, invitations, memberships
from wasl.storage.invitations import Invitation
from wasl.storage.pool import Connection, Pool, transaction_from

log = structlog.get_logger()


class Invited(NamedTuple):
    """`link` is shown once. `mailed` is false where it has to be handed over by hand."""

    invitation_id: UUID
    link: str
    mailed: bool


class InviteMember:
    def __init__(
        self, pool: Pool, throttle: Throttle, links: DashboardLinks, mail: SmtpMail | None
    ) -> None:
        self._pool = pool
        self._throttle = throttle
        self._links = links
        self._mail = mail

    async def __call__(
        self,
        person: Person,
        account_id: UUID,
        email: str,
        role: Role,
        language: str,
        now: datetime,
    ) -> Invited:
        """Inviting an address again takes the place of the link it had."""
        email = spelled_once(email)
        refuse_problems({"email": None if is_email(email) else Problem.EMAIL_MALFORMED})
        await self._throttle.take(TryKind.INVITATION, person.email, person.address, now)
        await self._throttle.take(TryKind.INVITED, email, person.address, now)
        token = new_token(INVITATION_PREFIX)
        invitation = Invitation(
            id=new_uuid(now),
            digest=digest(token),
            account_id=account_id,
            email=email,
            role=role,
            invited_by=person.user_id,
            created_at=now,
            ends_at=now + INVITATION_LIFETIME,
        )
        link = self._links.invitation(token)
        account_name = await self._record(person, invitation, now)
        mailed = await self._mailed(
            invitation_letter(
                email, language, inviter=person.email, account=account_name, link=link
            )
        )
        return Invited(invitation.id, link, mailed)

    async def _record(self, person: Person, invitation: Invitation, now: datetime) -> str:
        async with transaction_from(self._pool) as connection:
            await accounts.lock(connection, invitation.account_id)
            account = await open_account(
                connection, person.user_id, invitation.account_id, Permission.MANAGE_TEAM
            )
            await require_password_confirmed(connection, person, now)
            members = await memberships.list_members(connection, invitation.account_id)
            if any(member.email == invitation.email for member in members):
                raise AlreadyMember
            await _require_room(connection, invitation, now)
            await invitations.replace_open(connection, invitation)
            await audit_log.append(
                connection,
                account_id=invitation.account_id,
                application_id=None,
                actor=person,
                action="member.invited",
                subject=str(invitation.id),
                detail={"email": invitation.email, "role": invitation.role},
                now=now,
            )
        return account.name

    async def _mailed(self, letter: Letter) -> bool:
        """With nothing open, as for every call over the network."""
        if self._mail is None:
            return False
        try:
            await self._mail.send(letter)
        except MailNotSent as trouble:
            log.warning("mail_not_sent", letter="invitation", reason=str(trouble))
            return False
        return True


async def _require_room(connection: Connection, invitation: Invitation, now: datetime) -> None:
    """Holds while the account is locked."""
    waiting = await invitations.list_open(connection, invitation.account_id, now)
    others = [one for one in waiting if one.email != invitation.email]
    if len(others) >= INVITATIONS_OPEN_AT_ONCE:
        raise TooManyInvitations(INVITATIONS_OPEN_AT_ONCE)
