"""Create a payment intent, once per merchant_reference."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from wasl.domain.errors import InvalidRequest
from wasl.domain.payment_intent import (
    NewPaymentIntent,
    PaymentIntent,
    lifetime_is_allowed,
    open_intent,
)
from wasl.storage import payment_intents
from wasl.storage.batching import Batcher
from wasl.storage.pool import Pool, connection_from


class CreatePaymentIntent:
    """Answers with the intent, and whether this call created it."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._creations = Batcher(self._insert_or_find)
        self._lookups = Batcher(self._find)

    async def __call__(
        self, application_id: UUID, new: NewPaymentIntent, now: datetime
    ) -> tuple[PaymentIntent, bool]:
        if new.expires_at is not None and not lifetime_is_allowed(new.expires_at, now):
            return await self._repeat_only(application_id, new.merchant_reference), False
        return await self._creations.submit(open_intent(new, application_id, now))

    async def _repeat_only(self, application_id: UUID, merchant_reference: str) -> PaymentIntent:
        """The window of expires_at binds creation alone: a repeat may name a time long past."""
        existing = await self._lookups.submit((application_id, merchant_reference))
        if existing is None:
            raise InvalidRequest({"expires_at": [EXPIRES_AT_OUT_OF_WINDOW]})
        return existing

    async def _insert_or_find(
        self, intents: Sequence[PaymentIntent]
    ) -> Sequence[tuple[PaymentIntent, bool]]:
        async with connection_from(self._pool) as connection:
            created = await payment_intents.insert_many(connection, intents)
            if len(created) == len(intents):
                return [(intent, True) for intent in intents]
            # A statement of its own: it sees what the insert had to wait for.
            repeats = [_key(intent) for intent in intents if intent.uuid not in created]
            existing = await payment_intents.find_by_merchant_reference(connection, repeats)
        return [
            (intent, True) if intent.uuid in created else (existing[_key(intent)], False)
            for intent in intents
        ]

    async def _find(self, keys: Sequence[tuple[UUID, str]]) -> Sequence[PaymentIntent | None]:
        async with connection_from(self._pool) as connection:
            found = await payment_intents.find_by_merchant_reference(connection, keys)
        return [found.get(key) for key in keys]


EXPIRES_AT_OUT_OF_WINDOW = "The expires_at must be more than 5 minutes and less than 31 days ahead."


def _key(intent: PaymentIntent) -> tuple[UUID, str]:
    return intent.application_id, intent.merchant_reference
