"""List an application's API keys and access tokens, with their last use, a page at a time."""

from typing import NamedTuple
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.person import Person
from wasl.services.open_application import open_application
from wasl.storage import credentials
from wasl.storage.credentials import ListedCredential
from wasl.storage.pool import Pool, connection_from


class CredentialPage(NamedTuple):
    """`before` names the place where the next page begins; None on the last page."""

    credentials: list[ListedCredential]
    before: UUID | None


class ListCredentials:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self,
        person: Person,
        application_id: UUID,
        *,
        revoked: bool = False,
        before: UUID | None = None,
        limit: int = 25,
    ) -> CredentialPage:
        """Those in use, or those revoked; the newest first."""
        async with connection_from(self._pool) as connection:
            await open_application(
                connection, person.user_id, application_id, Permission.READ_CREDENTIALS
            )
            # One more than is shown tells whether there is another page.
            found = await credentials.page(
                connection, application_id, revoked=revoked, before=before, limit=limit + 1
            )
        shown = found[:limit]
        return CredentialPage(shown, shown[-1].id if len(found) > limit else None)
