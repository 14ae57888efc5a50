"""Accept an invitation, as someone who is signed in or as a new user."""

from datetime import datetime
from uuid import UUID

from wasl.domain.errors import AlreadyMember, InvitationForAnother, InvitationNotFound
from wasl.domain.person import Actor, Browser, Person
from wasl.domain.throttle import TryKind
from wasl.services.new_user import NewUser, checked, insert_user
from wasl.services.start_session import NewSession, SignedIn, start_session
from wasl.services.throttle import Throttle
from wasl.services.view_invitation import find_invitation, require_inviter
from wasl.storage import accounts, audit_log, invitations, memberships
from wasl.storage.invitations import OpenInvitation
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Connection, Pool, connection_from, transaction_from


class AcceptInvitation:
    def __init__(self, pool: Pool, hasher: PasswordHasher, throttle: Throttle) -> None:
        self._pool = pool
        self._hasher = hasher
        self._throttle = throttle

    async def __call__(self, token: str, person: Person, now: datetime) -> UUID:
        """The account. An invitation is for its address, whoever holds the link."""
        async with transaction_from(self._pool) as connection:
            invitation = await find_invitation(connection, token, now)
            if invitation.email != person.email:
                raise InvitationForAnother
            await _use(connection, invitation, now)
            await _join(connection, invitation, person.actor, now)
        return invitation.account_id

    async def as_new_user(
        self,
        token: str,
        name: str,
        password: str,
        language: str,
        browser: Browser,
        previous_token: str | None,
        now: datetime,
    ) -> SignedIn:
        """Refused at the very end where the address is known: who has it signs in first.

        Whether it is known shows in nothing but that: a try that would not have made the user is
        answered the same, after the same work.
        """
        async with connection_from(self._pool) as connection:
            invitation = await find_invitation(connection, token, now)
        new = checked(NewUser(invitation.email, name, password, language))
        await self._throttle.take(TryKind.SIGN_UP, new.email, browser.address, now)
        password_hash = await self._hasher.hash(new.password)
        async with transaction_from(self._pool) as connection:
            await _use(connection, invitation, now)
            user_id = await insert_user(connection, new, password_hash, now)
            actor = Actor(user_id, new.email, browser.address)
            await _join(connection, invitation, actor, now)
            session = NewSession(user_id, new.email, browser, previous_token, "invitation")
            return await start_session(connection, session, now)


async def _use(connection: Connection, invitation: OpenInvitation, now: datetime) -> None:
    """With the account locked, so that whoever is taken out at this moment invites nobody."""
    await accounts.lock(connection, invitation.account_id)
    await require_inviter(connection, invitation)
    if not await invitations.accept(connection, invitation.id, now):
        raise InvitationNotFound


async def _join(
    connection: Connection, invitation: OpenInvitation, member: Actor, now: datetime
) -> None:
    assert member.user_id is not None
    if not await memberships.insert(
        connection, invitation.account_id, member.user_id, invitation.role, now
    ):
        raise AlreadyMember
    await audit_log.append(
        connection,
        account_id=invitation.account_id,
        application_id=None,
        actor=member,
        action="member.joined",
        subject=str(member.user_id),
        detail={"email": invitation.email, "role": invitation.role},
        now=now,
    )
