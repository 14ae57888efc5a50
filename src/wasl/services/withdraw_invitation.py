"""Take an invitation back before it is accepted."""

from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.errors import InvitationNotFound
from wasl.domain.person import Person
from wasl.services.open_account import open_account
from wasl.storage import audit_log, invitations
from wasl.storage.pool import Pool, transaction_from


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
