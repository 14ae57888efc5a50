"""Send all deliveries again that were not received since a time."""

import time
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.payment_intent import first_uuid_at
from wasl.domain.person import Person
from wasl.services.open_application import require_permission
from wasl.services.resend_delivery import queue_resends, require_webhook_url
from wasl.storage import audit_log, deliveries
from wasl.storage.pool import Pool, transaction_from

_BATCH: Final = 500
# Somebody waits for the answer.
_TIME_LIMIT_S: Final = 5.0


class ResentDeliveries(NamedTuple):
    """`after` names the place where to go on; None where nothing is left."""

    asked: int
    after: UUID | None


class _Batch(NamedTuple):
    found: list[UUID]
    asked: list[UUID]


class ResendFailedDeliveries:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self,
        application_id: UUID,
        since: datetime,
        actor: str | Person,
        now: datetime,
        *,
        after: UUID | None = None,
        time_limit_s: float = _TIME_LIMIT_S,
    ) -> ResentDeliveries:
        """Those that failed and those being retried; automatic tries stay where they are.

        `since` is when the event happened. What waits to be sent again already is not counted.
        """
        ends_at = time.monotonic() + time_limit_s
        count, last = 0, max(after or first_uuid_at(since), first_uuid_at(since))
        while True:
            batch = await self._resend_batch(application_id, last, since, actor, now)
            count += len(batch.asked)
            if len(batch.found) < _BATCH:
                return ResentDeliveries(count, None)
            last = batch.found[-1]
            if time.monotonic() >= ends_at:
                return ResentDeliveries(count, last)

    async def _resend_batch(
        self,
        application_id: UUID,
        after: UUID,
        since: datetime,
        actor: str | Person,
        now: datetime,
    ) -> _Batch:
        async with transaction_from(self._pool) as connection:
            await require_permission(
                connection, actor, application_id, Permission.RESEND_DELIVERIES
            )
            await require_webhook_url(connection, application_id)
            found = await deliveries.not_received_after(connection, application_id, after, _BATCH)
            asked = await queue_resends(connection, application_id, found, now)
            if asked:
                await audit_log.append(
                    connection,
                    application_id=application_id,
                    actor=actor,
                    action="delivery.failed_resent",
                    subject=str(application_id),
                    detail={"since": since.isoformat(), "count": len(asked)},
                    now=now,
                )
        return _Batch(found, asked)
