"""Tells the demo application where its shop is, and the shop the secret of its webhooks."""

import asyncio
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from wasl.bootstrap import Services, services_on
from wasl.cli.demo_application import keep, kept_credentials
from wasl.config import Settings
from wasl.domain.webhook_signature import signature

_ACTOR: Final = "operator:wasl up"
_SHOP_HOOK: Final = "shop_hook"
_PROBE: Final = "{}"


def connect_shop(
    settings: Settings, database_url: str, demo: dict[str, str], hook: str
) -> dict[str, str]:
    """What is known of the demo application afterwards. Whoever has set a URL of their own in the
    dashboard keeps it, and the secret with it."""
    return asyncio.run(_connect(settings, database_url, demo, hook))


async def _connect(
    settings: Settings, database_url: str, demo: dict[str, str], hook: str
) -> dict[str, str]:
    application_id = UUID(demo["application_id"])
    async with services_on(settings, database_url) as services:
        now = datetime.now(UTC)
        shown = await services.show_webhook(application_id, now)
        if shown.url not in (None, demo.get(_SHOP_HOOK), hook):
            return demo
        if shown.url != hook:
            await services.set_webhook_url(application_id, hook, _ACTOR, now)
        secret = demo["webhook_secret"]
        if not await _is_current(services, application_id, secret):
            # Rolled in the dashboard, where it was shown once.
            secret = await services.roll_webhook_secret(application_id, _ACTOR, now)
    connected = demo | {_SHOP_HOOK: hook, "webhook_secret": secret}
    if connected != demo:
        keep(kept_credentials(settings), connected)
    return connected


async def _is_current(services: Services, application_id: UUID, secret: str) -> bool:
    """The database does not tell secrets, but it can say whether one signs as it would."""
    signed = signature(secret, _PROBE.encode())
    return (await services.check_signature(application_id, _PROBE, signed, None)).verifies
