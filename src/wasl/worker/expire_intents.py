"""Cancels intents within a second of their `expires_at`."""

from datetime import UTC, datetime
from time import perf_counter
from typing import Final

import structlog

from wasl.services.expire_payment_intents import ExpirePaymentIntents
from wasl.worker.until import seconds_until

log = structlog.get_logger()


# After a batch the database belongs to others for this many times as long as the batch took.
_REST: Final = 4.0


class ExpireIntents:
    name = "expire_intents"

    def __init__(self, expire: ExpirePaymentIntents) -> None:
        self._expire = expire

    async def run_once(self) -> float:
        started_s = perf_counter()
        canceled = await self._expire(datetime.now(UTC))
        if canceled:
            log.info("intents_expired", count=canceled)
            return _REST * (perf_counter() - started_s)
        return seconds_until(await self._expire.next_due())
