"""Take someone out of an account, or leave it oneself."""

from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission, Role
from wasl.domain.person import Person
from wasl.services.change_role import find_member, require_another_owner
from wasl.services.confirm_password import require_password_confirmed
from wasl.services.open_account import find_own_account, open_account
from wasl.services.withdraw_invitation import withdraw_all_by
from wasl.storage import accounts, audit_log, memberships
from wasl.storage.pool import Pool, transaction_from


class RemoveMember:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, person: Person, account_id: UUID, user_id: UUID, now: datetime
    ) -> None:
        """Works at once: every request looks the membership up. Anyone may leave."""
        async with transaction_from(self._pool) as connection:
            await accounts.lock(connection, account_id)
            if person.user_id == user_id:
                await find_own_account(connection, user_id, account_id)
            else:
                await open_account(connection, person.user_id, account_id, Permission.MANAGE_TEAM)
            member = await find_member(connection, account_id, user_id)
            if member.role == Role.OWNER:
                await require_password_confirmed(connection, person, now)
            await require_another_owner(connection, account_id, member)
            await memberships.delete(connection, account_id, user_id)
            await audit_log.append(
                connection,
                account_id=account_id,
                application_id=None,
                actor=person,
                action="member.removed",
                subject=str(user_id),
                detail={"email": member.email, "role": member.role},
                now=now,
            )
            await withdraw_all_by(connection, person, account_id, user_id, now)
