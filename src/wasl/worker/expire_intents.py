"""Cancels intents within a second of their `expires_at`."""

from datetime import UTC, datetime
from typing import Final

import structlog

from wasl.services.expire_payment_intents import ExpirePaymentIntents

log = structlog.get_logger()

# A new intent lives for more than five minutes, so nothing can come due unseen in this time.
_LOOK_AGAIN_S: Final = 60.0


class ExpireIntents:
    name = "expire_intents"

    def __init__(self, expire: ExpirePaymentIntents) -> None:
        self._expire = expire

    async def run_once(self) -> float:
        canceled = await self._expire(datetime.now(UTC))
        if canceled:
            log.info("intents_expired", count=canceled)
            return 0.0
        due = await self._expire.next_due()
        if due is None:
            return _LOOK_AGAIN_S
        until_due_s = (due - datetime.now(UTC)).total_seconds()
        # Overdue rows that were not claimed are in another worker's hands.
        return min(max(until_due_s, 0.2), _LOOK_AGAIN_S)
