"""List what was changed in an account, newest first, page by page."""

from typing import NamedTuple
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.person import Person
from wasl.services.open_account import open_account
from wasl.storage import audit_log
from wasl.storage.audit_log import Entry
from wasl.storage.pool import Pool, connection_from


class AuditPage(NamedTuple):
    entries: list[Entry]
    # Goes into the next call; None at the end.
    older_than: UUID | None


class ListAuditLog:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, person: Person, account_id: UUID, older_than: UUID | None, limit: int
    ) -> AuditPage:
        async with connection_from(self._pool) as connection:
            await open_account(connection, person.user_id, account_id, Permission.READ_AUDIT_LOG)
            # One more than is shown tells whether there is a next page.
            found = await audit_log.page(connection, account_id, older_than, limit + 1)
        entries = found[:limit]
        return AuditPage(entries, entries[-1].id if len(found) > limit else None)
