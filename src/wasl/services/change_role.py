"""Give a member another role."""

from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission, Role
from wasl.domain.errors import LastOwner, MemberNotFound
from wasl.domain.person import Person
from wasl.services.confirm_password import require_password_confirmed
from wasl.services.open_account import open_account
from wasl.services.withdraw_invitation import withdraw_all_by
from wasl.storage import accounts, audit_log, memberships
from wasl.storage.memberships import Member
from wasl.storage.pool import Connection, Pool, transaction_from


class ChangeRole:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, person: Person, account_id: UUID, user_id: UUID, role: Role, now: datetime
    ) -> None:
        async with transaction_from(self._pool) as connection:
            await accounts.lock(connection, account_id)
            await open_account(connection, person.user_id, account_id, Permission.MANAGE_TEAM)
            member = await find_member(connection, account_id, user_id)
            if Role.OWNER in (role, member.role):
                await require_password_confirmed(connection, person, now)
            if role != Role.OWNER:
                await require_another_owner(connection, account_id, member)
            await memberships.set_role(connection, account_id, user_id, role)
            await audit_log.append(
                connection,
                account_id=account_id,
                application_id=None,
                actor=person,
                action="member.role_changed",
                subject=str(user_id),
                detail={"email": member.email, "before": member.role, "after": role},
                now=now,
            )
            if not role.allows(Permission.MANAGE_TEAM):
                await withdraw_all_by(connection, person, account_id, user_id, now)


async def find_member(connection: Connection, account_id: UUID, user_id: UUID) -> Member:
    members = await memberships.list_members(connection, account_id)
    found = next((member for member in members if member.user_id == user_id), None)
    if found is None:
        raise MemberNotFound
    return found


async def require_another_owner(connection: Connection, account_id: UUID, member: Member) -> None:
    """Holds while the account is locked: whoever takes an owner away waits for the others."""
    members = await memberships.list_members(connection, account_id)
    owners = {other.user_id for other in members if other.role == Role.OWNER}
    if owners == {member.user_id}:
        raise LastOwner
