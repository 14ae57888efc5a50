"""Ask the provider what became of an attempt, and apply the answer."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog

from wasl.domain.application import Method
from wasl.domain.attempt import Attempt, AttemptState
from wasl.domain.payment_intent import PaymentIntent
from wasl.provider_interface import Paid, Provider, ProviderDirectory, Unknown
from wasl.services.find_provider import provider_of_attempt
from wasl.services.settle_attempt import Answer, SettleAttempt
from wasl.services.start_attempt import charge_of
from wasl.storage import attempts, payment_intents
from wasl.storage.pool import Pool, connection_from

log = structlog.get_logger()

# Longer than a provider may take to answer: the next to ask is the one that takes over.
LEASE: Final = timedelta(seconds=60)
_NOT_AGAIN_WITHIN: Final = timedelta(seconds=2)
_BATCH: Final = 20
_UNSETTLED: Final = (AttemptState.IN_FLIGHT, AttemptState.ABANDONED)


class AskProvider:
    def __init__(self, pool: Pool, providers: ProviderDirectory, settle: SettleAttempt) -> None:
        self._pool = pool
        self._providers = providers
        self._settle = settle

    async def claim_due(self, method: Method, now: datetime) -> list[Attempt]:
        async with connection_from(self._pool) as connection:
            return await attempts.claim_due(connection, method, now, now + LEASE, _BATCH)

    async def next_due(self, method: Method) -> datetime | None:
        async with connection_from(self._pool) as connection:
            return await attempts.next_due(connection, method)

    async def now(self, attempt_id: UUID, now: datetime) -> Attempt | None:
        """At once, because somebody is waiting; None where there is nothing to ask."""
        claimed = await self._claim_one(attempt_id, _UNSETTLED, now, leased_until=now + LEASE)
        return None if claimed is None else await self(claimed, now)

    async def whether_paid(self, attempt_id: UUID, now: datetime) -> bool:
        """Because somebody says so. Whatever else the provider answers changes nothing.

        Asked in every state: a second payment of the same charge is announced like the first.
        False, too, where it was not asked because somebody has just done so.
        """
        claimed = await self._claim_one(attempt_id, tuple(AttemptState), now, leased_until=None)
        if claimed is None:
            return False
        answer, can_inquire = await self._inquire(claimed)
        if isinstance(answer, Paid):
            await self._settle(claimed.id, answer, can_inquire, now)
            return True
        log.warning("hint_not_confirmed", attempt=str(claimed.id), answer=type(answer).__name__)
        return False

    async def __call__(self, attempt: Attempt, now: datetime) -> Attempt:
        """The attempt was claimed by the caller."""
        answer, can_inquire = await self._inquire(attempt)
        settled = await self._settle(attempt.id, answer, can_inquire, now)
        log.info("provider_asked", attempt=str(attempt.id), answer=type(answer).__name__)
        return settled

    async def _claim_one(
        self,
        attempt_id: UUID,
        states: Sequence[AttemptState],
        now: datetime,
        leased_until: datetime | None,
    ) -> Attempt | None:
        async with connection_from(self._pool) as connection:
            return await attempts.claim_one(
                connection, attempt_id, states, now, leased_until, now - _NOT_AGAIN_WITHIN
            )

    async def _inquire(self, attempt: Attempt) -> tuple[Answer, bool]:
        """The answer, and whether there is anybody to ask again."""
        intent, provider = await self._context(attempt)
        if provider is None or not provider.abilities.inquires:
            return Unknown("this provider cannot be asked"), False
        return await provider.inquire(charge_of(attempt, intent)), True

    async def _context(self, attempt: Attempt) -> tuple[PaymentIntent, Provider | None]:
        async with connection_from(self._pool) as connection:
            found = await payment_intents.find_by_uuid(
                connection, [str(attempt.payment_intent_uuid)]
            )
            provider = await provider_of_attempt(connection, self._providers, attempt)
        return found[str(attempt.payment_intent_uuid)], provider
