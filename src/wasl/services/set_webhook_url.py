"""Set, change or remove the URL that an application's events are sent to."""

from datetime import datetime
from uuid import UUID

from wasl.domain.access import Permission
from wasl.domain.errors import ApplicationNotFound
from wasl.domain.person import Person
from wasl.services.open_application import require_permission
from wasl.storage import applications, audit_log
from wasl.storage.pool import Pool, transaction_from
from wasl.webhook_http import GuardedHttp


class SetWebhookUrl:
    def __init__(self, pool: Pool, http: GuardedHttp) -> None:
        self._pool = pool
        self._http = http

    async def __call__(
        self, application_id: UUID, url: str | None, actor: str | Person, now: datetime
    ) -> None:
        """Raises `WebhookUrlRefused` with the reason. Without a URL no webhooks are sent."""
        if url is not None:
            await self._http.check(url)
        async with transaction_from(self._pool) as connection:
            await require_permission(connection, actor, application_id, Permission.MANAGE_WEBHOOKS)
            application = await applications.find(connection, application_id)
            if application is None:
                raise ApplicationNotFound
            await applications.set_webhook_url(connection, application_id, url)
            await audit_log.append(
                connection,
                application_id=application_id,
                actor=actor,
                action="webhook.url_set",
                subject=str(application_id),
                detail={"before": application.webhook_url, "after": url},
                now=now,
            )
