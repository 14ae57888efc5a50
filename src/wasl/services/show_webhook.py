"""Show how an application's webhooks are set up."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.storage import applications
from wasl.storage.pool import Pool, connection_from


class ShownWebhook(NamedTuple):
    """`old_secret_until`: retries that were queued before the roll may carry the old one."""

    url: str | None
    rolled_at: datetime | None
    old_secret_until: datetime | None


class ShowWebhook:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, application_id: UUID, now: datetime) -> ShownWebhook:
        async with connection_from(self._pool) as connection:
            settings = await applications.webhook_settings(connection, application_id)
        until = settings.previous_until
        return ShownWebhook(
            settings.url, settings.rolled_at, until if until and until > now else None
        )
