"""List who works in an account, and who is invited."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.person import Person
from wasl.services.open_account import open_account
from wasl.storage import invitations, memberships
from wasl.storage.invitations import WaitingInvitation
from wasl.storage.memberships import Member
from wasl.storage.pool import Pool, connection_from


class Team(NamedTuple):
    members: list[Member]
    invited: list[WaitingInvitation]


class ListMembers:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, person: Person, account_id: UUID, now: datetime) -> Team:
        async with connection_from(self._pool) as connection:
            await open_account(connection, person.user_id, account_id, Permission.READ_TEAM)
            return Team(
                await memberships.list_members(connection, account_id),
                await invitations.list_open(connection, account_id, now),
            )
