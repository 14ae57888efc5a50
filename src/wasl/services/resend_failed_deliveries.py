"""Send all deliveries again that failed since a time."""

from datetime import datetime
from typing import Final
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.payment_intent import first_uuid_at
from wasl.domain.person import Person
from wasl.services.open_application import require_permission
from wasl.services.resend_delivery import queue_resends, require_webhook_url
from wasl.storage import audit_log, deliveries
from wasl.storage.pool import Pool, transaction_from

_BATCH: Final = 500


class ResendFailedDeliveries:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, application_id: UUID, since: datetime, actor: str | Person, now: datetime
    ) -> int:
        """How many there are. `since` is when the event happened."""
        count = 0
        after = first_uuid_at(since)
        while True:
            found = await self._resend_batch(application_id, after, since, actor, now)
            count += len(found)
            if len(found) < _BATCH:
                return count
            after = found[-1]

    async def _resend_batch(
        self,
        application_id: UUID,
        after: UUID,
        since: datetime,
        actor: str | Person,
        now: datetime,
    ) -> list[UUID]:
        async with transaction_from(self._pool) as connection:
            await require_permission(
                connection, actor, application_id, Permission.RESEND_DELIVERIES
            )
            await require_webhook_url(connection, application_id)
            found = await deliveries.failed_after(connection, application_id, after, _BATCH)
            if found:
                await queue_resends(connection, application_id, found, now)
                await audit_log.append(
                    connection,
                    application_id=application_id,
                    actor=actor,
                    action="delivery.failed_resent",
                    subject=str(application_id),
                    detail={"since": since.isoformat(), "count": len(found)},
                    now=now,
                )
        return found
