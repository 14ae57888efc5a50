"""Cancels intents within a second of their `expires_at`."""

from datetime import UTC, datetime

import structlog

from wasl.services.expire_payment_intents import ExpirePaymentIntents
from wasl.worker.until import seconds_until

log = structlog.get_logger()


class ExpireIntents:
    name = "expire_intents"

    def __init__(self, expire: ExpirePaymentIntents) -> None:
        self._expire = expire

    async def run_once(self) -> float:
        canceled = await self._expire(datetime.now(UTC))
        if canceled:
            log.info("intents_expired", count=canceled)
            return 0.0
        return seconds_until(await self._expire.next_due())
