"""Give an application a new webhook secret."""

from datetime import datetime, timedelta
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.credentials import hint, new_webhook_secret
from wasl.domain.errors import ApplicationNotFound
from wasl.domain.person import Person
from wasl.domain.retry_schedule import latest_last_try_at
from wasl.services.confirm_password import require_password_confirmed
from wasl.services.open_application import require_permission
from wasl.services.take_form_once import take_form_once
from wasl.storage import applications, audit_log, delivery_queue
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Connection, Pool, transaction_from
from wasl.webhook_http import TOTAL_S


class RollWebhookSecret:
    def __init__(self, pool: Pool, secret_box: SecretBox) -> None:
        self._pool = pool
        self._secret_box = secret_box

    async def __call__(
        self,
        application_id: UUID,
        actor: str | Person,
        now: datetime,
        form_id: UUID | None = None,
    ) -> str:
        """The only time it is seen in clear. What is queued already carries the old one."""
        secret = new_webhook_secret()
        async with transaction_from(self._pool) as connection:
            await require_permission(connection, actor, application_id, Permission.MANAGE_WEBHOOKS)
            if isinstance(actor, Person):
                await require_password_confirmed(connection, actor, now)
            await take_form_once(connection, form_id, now)
            if await applications.find(connection, application_id) is None:
                raise ApplicationNotFound
            until = await _old_one_sent_until(connection, application_id)
            encrypted = self._secret_box.encrypt(secret)
            await applications.roll_webhook_secret(
                connection, application_id, encrypted, now, until
            )
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=actor,
                action="webhook.secret_rolled",
                subject=str(application_id),
                detail={"hint": hint(secret)},
                now=now,
            )
        return secret


async def _old_one_sent_until(connection: Connection, application_id: UUID) -> datetime | None:
    """When the last try that is queued now may begin; None where nothing is queued."""
    queued = await delivery_queue.last_planned(connection, application_id)
    takes = timedelta(seconds=TOTAL_S)
    ends = [latest_last_try_at(one.automatic_tries, one.next_at, takes) for one in queued]
    return max(ends, default=None)
