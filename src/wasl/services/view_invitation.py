"""See what an invitation is for, by its link."""

from datetime import datetime

from wasl.domain.access import Permission, Role
from wasl.domain.credentials import digest
from wasl.domain.errors import InvitationNotFound
from wasl.storage import invitations, memberships
from wasl.storage.invitations import OpenInvitation
from wasl.storage.pool import Connection, Pool, connection_from


class ViewInvitation:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, token: str, now: datetime) -> OpenInvitation:
        async with connection_from(self._pool) as connection:
            return await find_invitation(connection, token, now)


async def find_invitation(connection: Connection, token: str, now: datetime) -> OpenInvitation:
    found = await invitations.find_open(connection, digest(token), now)
    if found is None:
        raise InvitationNotFound
    await require_inviter(connection, found)
    return found


async def require_inviter(connection: Connection, invitation: OpenInvitation) -> None:
    """An invitation is worth what who made it may do now, not what they might do then."""
    inviter = await memberships.find_account(
        connection, invitation.invited_by, invitation.account_id
    )
    if inviter is None or not Role(inviter.role).allows(Permission.MANAGE_TEAM):
        raise InvitationNotFound
