"""Remove what receivers answered long ago. That they answered, and how, stays."""

from datetime import datetime, timedelta
from typing import Final

from wasl.storage import delivery_tries
from wasl.storage.pool import Pool, transaction_from

_BATCH: Final = 500


class RemoveOldAnswers:
    def __init__(self, pool: Pool, keep_days: int) -> None:
        self._pool = pool
        self._keep = timedelta(days=keep_days)

    async def __call__(self, now: datetime) -> int:
        """How many it removed: at most one batch, so that no transaction grows long."""
        async with transaction_from(self._pool) as connection:
            return await delivery_tries.remove_answers(connection, now - self._keep, _BATCH)
