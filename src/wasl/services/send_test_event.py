"""Send an event of no intent, so that a merchant can try its receiver."""

from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.event import EventKind
from wasl.domain.payment_intent import new_uuid
from wasl.domain.person import Person
from wasl.domain.retry_schedule import MAX_TRIES
from wasl.domain.webhook_event import webhook_body
from wasl.services.open_application import require_permission
from wasl.services.resend_delivery import require_webhook_url
from wasl.storage import audit_log, deliveries, wakeups
from wasl.storage.deliveries import NewDelivery
from wasl.storage.pool import Pool, transaction_from


class SendTestEvent:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, application_id: UUID, kind: EventKind, actor: str | Person, now: datetime
    ) -> UUID:
        """The delivery. A receiver that asks for the intent is told that there is none."""
        delivery_id, intent_uuid = new_uuid(now), new_uuid(now)
        body = webhook_body(delivery_id, kind, intent_uuid)
        new = NewDelivery(delivery_id, application_id, intent_uuid, kind, body)
        async with transaction_from(self._pool) as connection:
            await require_permission(connection, actor, application_id, Permission.MANAGE_WEBHOOKS)
            await require_webhook_url(connection, application_id)
            # One try: who sends a test watches for its result.
            await deliveries.insert_many(
                connection, [new], now, is_test=True, automatic_tries=MAX_TRIES - 1
            )
            await wakeups.wake(connection, wakeups.SEND_DELIVERIES)
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=actor,
                action="webhook.test_sent",
                subject=str(delivery_id),
                detail={"event": kind.value},
                now=now,
            )
        return delivery_id
