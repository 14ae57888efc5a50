"""Give an application a new webhook secret."""

from datetime import datetime
from uuid import UUID

from wasl.domain.credentials import hint, new_webhook_secret
from wasl.domain.errors import ApplicationNotFound
from wasl.storage import applications, audit_log
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Pool, transaction_from


class RollWebhookSecret:
    def __init__(self, pool: Pool, secret_box: SecretBox) -> None:
        self._pool = pool
        self._secret_box = secret_box

    async def __call__(self, application_id: UUID, actor: str, now: datetime) -> str:
        """The only time it is seen in clear. What is queued already carries the old one."""
        secret = new_webhook_secret()
        async with transaction_from(self._pool) as connection:
            if await applications.find(connection, application_id) is None:
                raise ApplicationNotFound
            await applications.set_webhook_secret(
                connection, application_id, self._secret_box.encrypt(secret)
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
