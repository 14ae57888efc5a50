"""Show one payment with all that happened to it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from wasl.domain.attempt import Attempt
from wasl.domain.delivery import Delivery
from wasl.domain.errors import PaymentIntentNotFound
from wasl.domain.event import Event
from wasl.domain.payment_intent import PaymentIntent
from wasl.storage import attempts, deliveries, events, payment_intents
from wasl.storage.deliveries import DeliveryFilter
from wasl.storage.pool import Pool, connection_from


class PaymentStory(NamedTuple):
    intent: PaymentIntent
    attempts: Sequence[Attempt]
    events: Sequence[Event]
    deliveries: Sequence[Delivery]


class ShowPayment:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, application_id: UUID, intent_uuid: UUID) -> PaymentStory:
        """Another application's payment is not found, like one that does not exist."""
        async with connection_from(self._pool) as connection:
            intent = await payment_intents.find_of_application(
                connection, application_id, intent_uuid
            )
            if intent is None:
                raise PaymentIntentNotFound
            tried = await attempts.of_intent(connection, application_id, intent_uuid)
            told = await events.of_intent(connection, application_id, intent_uuid)
            # One for each event at most.
            sent = await deliveries.page(
                connection,
                application_id,
                DeliveryFilter(payment_intent_uuids=[intent_uuid]),
                before=None,
                limit=len(told),
            )
        return PaymentStory(intent, tried, told, sent)
