"""A process that submits a code and prints what became of it, if it lives that long."""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from uuid import UUID

from wasl.bootstrap import services_on
from wasl.config import load_settings


async def submit(attempt_id: UUID, code: str, seconds_ago: int) -> None:
    settings = load_settings()
    assert settings.database_url is not None
    now = datetime.now(UTC) - timedelta(seconds=seconds_ago)
    async with services_on(settings, settings.database_url) as services:
        settled = await services.confirm_attempt(attempt_id, code, now)
    print(settled.state)


if __name__ == "__main__":
    asyncio.run(submit(UUID(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
