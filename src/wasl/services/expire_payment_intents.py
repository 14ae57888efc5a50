"""Cancel the intents whose time ran out unpaid."""

from datetime import datetime
from typing import Final

from wasl.domain.payment_intent import Status
from wasl.services.change_status import change_status
from wasl.storage import payment_intents
from wasl.storage.pool import Pool, connection_from, transaction_from

_BATCH: Final = 500


class ExpirePaymentIntents:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, now: datetime) -> int:
        """How many it canceled: at most one batch, so that no transaction grows long."""
        async with transaction_from(self._pool) as connection:
            expired = await payment_intents.claim_expired(connection, now, _BATCH)
            return len(await change_status(connection, expired, Status.CANCELED, now))

    async def next_due(self) -> datetime | None:
        async with connection_from(self._pool) as connection:
            return await payment_intents.next_expiry(connection)
