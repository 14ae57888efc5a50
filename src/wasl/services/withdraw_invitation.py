"""Take an invitation back before it is accepted."""

from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.errors import InvitationNotFound
from wasl.domain.person import Person
from wasl.services.open_account import open_account
from wasl.storage import audit_log, invitations
from wasl.storage.pool import Connection, Pool, transaction_from


class WithdrawInvitation:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, person: Person, account_id: UUID, invitation_id: UUID, now: datetime
    ) -> None:
        async with transaction_from(self._pool) as connection:
            await open_account(connection, person.user_id, account_id, Permission.MANAGE_TEAM)
            email = await invitations.withdraw(connection, account_id, invitation_id, now)
            if email is None:
                raise InvitationNotFound
            await _record(connection, person, account_id, invitation_id, email, now)


async def withdraw_all_by(
    connection: Connection, person: Person, account_id: UUID, invited_by: UUID, now: datetime
) -> None:
    """Who may no longer invite has not invited: their links would be a way back in."""
    for taken in await invitations.withdraw_all_by(connection, account_id, invited_by, now):
        await _record(connection, person, account_id, taken.id, taken.email, now)


async def _record(
    connection: Connection,
    person: Person,
    account_id: UUID,
    invitation_id: UUID,
    email: str,
    now: datetime,
) -> None:
    await audit_log.append(
        connection,
        account_id=account_id,
        application_id=None,
        actor=person,
        action="invitation.withdrawn",
        subject=str(invitation_id),
        detail={"email": email},
        now=now,
    )
