"""Send a delivery again, now, to the current URL and with the current secret."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.errors import ApplicationNotFound, DeliveryNotFound, NoWebhookUrl
from wasl.domain.person import Person
from wasl.services.open_application import require_permission
from wasl.storage import (
    applications,
    audit_log,
    deliveries,
    delivery_queue,
    event_feed,
    wakeups,
)
from wasl.storage.pool import Connection, Pool, transaction_from


class ResendDelivery:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, application_id: UUID, delivery_id: UUID, actor: str | Person, now: datetime
    ) -> bool:
        """In whatever state it is: one try more, beside the automatic ones that may be left.

        False where a resend waits or is under way already: there is one at a time.
        """
        async with transaction_from(self._pool) as connection:
            await require_permission(
                connection, actor, application_id, Permission.RESEND_DELIVERIES
            )
            await require_webhook_url(connection, application_id)
            if await deliveries.find(connection, application_id, delivery_id) is None:
                raise DeliveryNotFound
            if not await queue_resends(connection, application_id, [delivery_id], now):
                return False
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=actor,
                action="delivery.resent",
                subject=str(delivery_id),
                detail={},
                now=now,
            )
        return True


async def require_webhook_url(connection: Connection, application_id: UUID) -> None:
    application = await applications.find(connection, application_id)
    if application is None:
        raise ApplicationNotFound
    if application.webhook_url is None:
        raise NoWebhookUrl


async def queue_resends(
    connection: Connection, application_id: UUID, delivery_ids: Sequence[UUID], now: datetime
) -> list[UUID]:
    """Those that no resend was waiting for; all of them take the current URL and secret.

    The queue first, then the deliveries: everyone who changes both takes this order.
    """
    asked = await delivery_queue.ask_resend(connection, application_id, delivery_ids, now)
    await deliveries.take_current_url_and_secret(connection, application_id, delivery_ids)
    if asked:
        await event_feed.add_resent(connection, application_id, asked, now)
        await wakeups.wake(connection, wakeups.SEND_DELIVERIES)
    return asked
