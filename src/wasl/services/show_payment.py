"""Show one payment with all that happened to it."""

from typing import NamedTuple
from uuid import UUID

from wasl.domain.attempt import Attempt
from wasl.domain.errors import PaymentIntentNotFound
from wasl.domain.event import Event
from wasl.domain.payment_intent import PaymentIntent
from wasl.storage import attempts, events, payment_intents
from wasl.storage.pool import Pool, connection_from


class PaymentStory(NamedTuple):
    intent: PaymentIntent
    attempts: list[Attempt]
    events: list[Event]


class ShowPayment:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, application_id: UUID, intent_uuid: UUID) -> PaymentStory:
        """Another application's payment is not found, like one that does not exist."""
        async with connection_from(self._pool) as connection:
            found = await payment_intents.find_by_uuid(connection, [str(intent_uuid)])
            intent = found.get(str(intent_uuid))
            if intent is None or intent.application_id != application_id:
                raise PaymentIntentNotFound
            return PaymentStory(
                intent,
                await attempts.of_intent(connection, application_id, intent_uuid),
                await events.of_intent(connection, application_id, intent_uuid),
            )
