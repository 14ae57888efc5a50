"""Apply an answer that cannot be had again, also while the database is away for a moment."""

import asyncio
from datetime import datetime
from itertools import chain, repeat
from time import monotonic
from typing import Final

import structlog

from wasl.domain.attempt import Attempt
from wasl.domain.errors import ServiceUnavailable
from wasl.services.settle_attempt import Answer, settle
from wasl.storage.pool import Pool, transaction_from

log = structlog.get_logger()

# As long as a customer may be expected to wait, and a failover to take.
PATIENCE_S: Final = 20.0
_WAITS_S: Final = (0.1, 0.2, 0.4, 0.8, 1.5)


class SettlePatiently:
    def __init__(self, pool: Pool, patience_s: float = PATIENCE_S) -> None:
        self._pool = pool
        self._patience_s = patience_s

    async def __call__(
        self, flying: Attempt, answer: Answer, can_inquire: bool, now: datetime
    ) -> Attempt:
        """`flying` is the attempt as it was when its code was sent."""
        try:
            return await self._try_until_stored(flying, answer, can_inquire, now)
        except (ServiceUnavailable, asyncio.CancelledError):
            # For the person who will have to settle what cannot be asked about.
            log.error(  # noqa: TRY400
                "answer_not_recorded", attempt=str(flying.id), answer=type(answer).__name__
            )
            raise

    async def _try_until_stored(
        self, flying: Attempt, answer: Answer, can_inquire: bool, now: datetime
    ) -> Attempt:
        give_up_at_s = monotonic() + self._patience_s
        for wait_s in chain(_WAITS_S, repeat(_WAITS_S[-1])):
            try:
                async with transaction_from(self._pool) as connection:
                    return await settle(
                        connection, flying.id, answer, can_inquire, now, flying.in_flight_at
                    )
            except ServiceUnavailable:
                if monotonic() + wait_s > give_up_at_s:
                    raise
            await asyncio.sleep(wait_s)
        raise AssertionError("unreachable")
