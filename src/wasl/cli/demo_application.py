"""The application a developer finds ready after the first start."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

from wasl.bootstrap import services_on
from wasl.cli.operator import as_dict
from wasl.config import Settings, write_private_file
from wasl.domain.application import Method, Mode
from wasl.domain.errors import Unauthenticated


def demo_application(settings: Settings, database_url: str) -> dict[str, str]:
    """Its credentials, kept in the data folder because the database keeps only their hashes."""
    return asyncio.run(_find_or_create(settings, database_url))


async def _find_or_create(settings: Settings, database_url: str) -> dict[str, str]:
    kept = settings.data_dir / "demo_application.json"
    async with services_on(settings, database_url) as services:
        credentials = _read(kept)
        if credentials is not None:
            try:
                await services.authenticate(
                    credentials["access_token"].encode(), credentials["api_key"].encode()
                )
            except Unauthenticated:
                # Another database, or revoked: make a new one.
                kept.unlink()
            else:
                return credentials
        issued = await services.create_application(
            "Demo shop", Mode.TEST, list(Method), None, datetime.now(UTC)
        )
        write_private_file(kept, json.dumps(as_dict(issued), indent=2))
        return as_dict(issued)


def _read(path: Path) -> dict[str, str] | None:
    try:
        found: dict[str, str] = json.loads(path.read_text())
    except FileNotFoundError:
        return None
    return found
