"""Say whether the service can do its work, and if not, why."""

from wasl.domain.errors import ServiceUnavailable
from wasl.storage.migrate import is_migrated
from wasl.storage.pool import Pool, connection_from


class CheckReadiness:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self) -> str | None:
        """None when ready, otherwise the reason in words."""
        try:
            async with connection_from(self._pool) as connection:
                migrated = await is_migrated(connection)
        except ServiceUnavailable:
            return "The database does not answer."
        return None if migrated else "The database is not migrated: run `wasl migrate`."
