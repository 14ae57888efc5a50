"""Retrieve a payment intent: the source of truth for whether an order was paid."""

from collections.abc import Awaitable, Sequence
from uuid import UUID

from wasl.domain.errors import PaymentIntentForbidden, PaymentIntentNotFound
from wasl.domain.payment_intent import PaymentIntent
from wasl.storage import payment_intents
from wasl.storage.batching import Batcher
from wasl.storage.pool import Pool, connection_from


class RetrievePaymentIntent:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        # A read waits for no disk: a second batch beside the first would only make both smaller.
        self._lookups = Batcher(self._find, max_in_flight=1)

    def __call__(self, application_id: UUID, uuid: str) -> Awaitable[PaymentIntent]:
        """`uuid` in its canonical spelling: 36 characters, lower case."""
        return self._lookups.submit((application_id, uuid))

    async def _find(
        self, asked: Sequence[tuple[UUID, str]]
    ) -> Sequence[PaymentIntent | PaymentIntentNotFound | PaymentIntentForbidden]:
        async with connection_from(self._pool) as connection:
            found = await payment_intents.find_by_uuid(connection, [uuid for _, uuid in asked])
        return [_visible_to(application_id, found.get(uuid)) for application_id, uuid in asked]


def _visible_to(
    application_id: UUID, intent: PaymentIntent | None
) -> PaymentIntent | PaymentIntentNotFound | PaymentIntentForbidden:
    if intent is None:
        return PaymentIntentNotFound()
    if intent.application_id != application_id:
        return PaymentIntentForbidden()
    return intent
