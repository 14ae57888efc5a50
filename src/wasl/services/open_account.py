"""Find an account for someone who works in it. There is no other way to find one."""

from typing import NamedTuple
from uuid import UUID

from wasl.domain.access import Permission, Role
from wasl.domain.errors import AccountNotFound, NotPermitted
from wasl.storage import memberships
from wasl.storage.pool import Connection, Pool, connection_from


class OpenedAccount(NamedTuple):
    account_id: UUID
    name: str
    role: Role


class OpenAccount:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, user_id: UUID, account_id: UUID, permission: Permission
    ) -> OpenedAccount:
        async with connection_from(self._pool) as connection:
            return await open_account(connection, user_id, account_id, permission)


async def open_account(
    connection: Connection, user_id: UUID, account_id: UUID, permission: Permission
) -> OpenedAccount:
    """Not found for who is no member, whether or not it exists; then what the role allows."""
    opened = await find_own_account(connection, user_id, account_id)
    if not opened.role.allows(permission):
        raise NotPermitted(permission)
    return opened


async def find_own_account(
    connection: Connection, user_id: UUID, account_id: UUID
) -> OpenedAccount:
    """For a member of any role."""
    found = await memberships.find_account(connection, user_id, account_id)
    if found is None:
        raise AccountNotFound
    return OpenedAccount(found.account_id, found.account_name, Role(found.role))
