"""List the accounts someone works in."""

from uuid import UUID

from wasl.domain.access import Role
from wasl.services.open_account import OpenedAccount
from wasl.storage import memberships
from wasl.storage.pool import Pool, connection_from


class ListAccountsOf:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, user_id: UUID) -> list[OpenedAccount]:
        async with connection_from(self._pool) as connection:
            found = await memberships.list_accounts(connection, user_id)
        return [OpenedAccount(one.account_id, one.account_name, Role(one.role)) for one in found]
