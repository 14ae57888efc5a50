"""Ask the provider what became of an attempt, and apply the answer."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog

from wasl.domain.application import Method, Mode
from wasl.domain.attempt import Attempt, AttemptState
from wasl.domain.payment_intent import PaymentIntent
from wasl.provider_interface import Provider, ProviderDirectory, Unknown
from wasl.services.settle_attempt import Answer, SettleAttempt
from wasl.services.start_attempt import charge_of
from wasl.storage import applications, attempts, payment_intents
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

    async def now(
        self, attempt_id: UUID, now: datetime, states: Sequence[AttemptState] = _UNSETTLED
    ) -> Attempt | None:
        """At once, because somebody is waiting; None where there is nothing to ask."""
        async with connection_from(self._pool) as connection:
            claimed = await attempts.claim_one(
                connection, attempt_id, now, now + LEASE, now - _NOT_AGAIN_WITHIN, states
            )
        return None if claimed is None else await self(claimed, now)

    async def __call__(self, attempt: Attempt, now: datetime) -> Attempt:
        """The attempt was claimed by the caller."""
        intent, provider = await self._context(attempt)
        can_inquire = provider is not None and provider.abilities.inquires
        answer: Answer = Unknown("this provider cannot be asked")
        if provider is not None and can_inquire:
            answer = await provider.inquire(charge_of(attempt, intent))
        settled = await self._settle(attempt.id, answer, can_inquire, now)
        log.info("provider_asked", attempt=str(attempt.id), answer=type(answer).__name__)
        return settled

    async def _context(self, attempt: Attempt) -> tuple[PaymentIntent, Provider | None]:
        async with connection_from(self._pool) as connection:
            found = await payment_intents.find_by_uuid(
                connection, [str(attempt.payment_intent_uuid)]
            )
            application = await applications.find(connection, attempt.application_id)
        assert application is not None
        provider = self._providers.find(
            application.id, Mode(application.mode), Method(attempt.method)
        )
        return found[str(attempt.payment_intent_uuid)], provider
