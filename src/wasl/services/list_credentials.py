"""List an application's API keys and access tokens, with their last use."""

from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.person import Person
from wasl.services.open_application import open_application
from wasl.storage import credentials
from wasl.storage.credentials import ListedCredential
from wasl.storage.pool import Pool, connection_from


class ListCredentials:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, person: Person, application_id: UUID) -> list[ListedCredential]:
        async with connection_from(self._pool) as connection:
            await open_application(
                connection, person.user_id, application_id, Permission.READ_CREDENTIALS
            )
            return await credentials.list_of(connection, application_id)
