"""Asks a provider about attempts whose end is not known, until it is or 72 hours have passed.

Paid cards are looked at twice more: a second payment in the same window must not be missed.
"""

import asyncio
from datetime import UTC, datetime
from time import perf_counter
from typing import Final

from wasl.domain.application import Method
from wasl.services.ask_provider import AskProvider
from wasl.worker.until import seconds_until

# After a batch the machine belongs to others for this many times as long as the batch took, but
# not for long: a provider that is slow to answer has rested us already.
_REST: Final = 4.0
_REST_MAX_S: Final = 1.0


class ReconcileAttempts:
    """One job for each method: a provider that is slow to answer holds up no other."""

    def __init__(self, ask: AskProvider, method: Method) -> None:
        self.name = f"reconcile_{method.value}"
        self._ask = ask
        self._method = method

    async def run_once(self) -> float:
        started_s = perf_counter()
        now = datetime.now(UTC)
        claimed = await self._ask.claim_due(self._method, now)
        if not claimed:
            return seconds_until(await self._ask.next_due(self._method))
        asked = await asyncio.gather(
            *(self._ask(attempt, now) for attempt in claimed), return_exceptions=True
        )
        for outcome in asked:
            if isinstance(outcome, BaseException):
                raise outcome
        return min(_REST * (perf_counter() - started_s), _REST_MAX_S)
