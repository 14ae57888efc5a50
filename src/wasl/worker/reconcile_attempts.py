"""Asks providers about attempts whose end is not known, until it is or 72 hours have passed."""

import asyncio
from datetime import UTC, datetime

from wasl.services.ask_provider import AskProvider
from wasl.worker.until import seconds_until


class ReconcileAttempts:
    name = "reconcile_attempts"

    def __init__(self, ask: AskProvider) -> None:
        self._ask = ask

    async def run_once(self) -> float:
        now = datetime.now(UTC)
        claimed = await self._ask.claim_due(now)
        if not claimed:
            return seconds_until(await self._ask.next_due())
        # Side by side: a provider that is slow to answer for one must not hold up the others.
        asked = await asyncio.gather(
            *(self._ask(attempt, now) for attempt in claimed), return_exceptions=True
        )
        for outcome in asked:
            if isinstance(outcome, BaseException):
                raise outcome
        return 0.0
