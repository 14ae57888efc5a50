"""Keep the time each credential was last used, without a write per request."""

from datetime import UTC, datetime
from uuid import UUID

from wasl.storage import credentials
from wasl.storage.pool import Pool, transaction_from


class RecordCredentialUse:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._seen: set[UUID] = set()

    def note(self, *credential_ids: UUID) -> None:
        self._seen.update(credential_ids)

    async def flush(self) -> None:
        seen, self._seen = self._seen, set()
        if not seen:
            return
        try:
            async with transaction_from(self._pool) as connection:
                await credentials.record_use(connection, dict.fromkeys(seen, datetime.now(UTC)))
        except BaseException:
            self._seen |= seen
            raise
