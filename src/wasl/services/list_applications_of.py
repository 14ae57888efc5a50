"""List the applications someone works on, in all their accounts."""

from uuid import UUID

from wasl.storage import memberships
from wasl.storage.memberships import ListedApplication
from wasl.storage.pool import Pool, connection_from


class ListApplicationsOf:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, user_id: UUID) -> list[ListedApplication]:
        async with connection_from(self._pool) as connection:
            return await memberships.list_applications(connection, user_id)
