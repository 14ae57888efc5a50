"""Runs one use case from the command line."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from wasl.bootstrap import Services, services_on
from wasl.cli.database import database, require_migrated
from wasl.config import load_settings
from wasl.log import configure_logging

Result = TypeVar("Result")


def with_services(act: Callable[[Services], Awaitable[Result]]) -> Result:
    settings = load_settings()
    # Standard output is for the result alone.
    configure_logging("warning")

    async def run(url: str) -> Result:
        await require_migrated(url)
        async with services_on(settings, url) as services:
            return await act(services)

    with database(settings) as url:
        return asyncio.run(run(url))
