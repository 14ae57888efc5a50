"""The application a developer finds ready after the first start, and its owner."""

import asyncio
import json
import secrets
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from wasl.bootstrap import Services, services_on
from wasl.cli.operator import as_dict
from wasl.config import Settings, write_private_file
from wasl.domain.application import Method, Mode
from wasl.domain.errors import ApplicationNotFound, InputRefused, Unauthenticated
from wasl.services.new_user import NewUser


def demo_application(settings: Settings, database_url: str) -> dict[str, str]:
    """Its credentials, kept in the data folder because the database keeps only their hashes."""
    return asyncio.run(_find_or_create(settings, database_url))


def kept_credentials(settings: Settings) -> Path:
    return settings.data_dir / "demo_application.json"


async def _find_or_create(settings: Settings, database_url: str) -> dict[str, str]:
    kept = kept_credentials(settings)
    async with services_on(settings, database_url) as services:
        credentials = await _usable(services, _read(kept))
        if credentials is None:
            # The first start, another database, or revoked: make a new one.
            credentials = await _new_application(services)
            keep(kept, credentials)
        if "owner_password" not in credentials:
            credentials = await _with_owner(services, credentials)
            keep(kept, credentials)
        return credentials


async def _with_owner(services: Services, credentials: dict[str, str]) -> dict[str, str]:
    try:
        owner = await _new_owner(services, UUID(credentials["application_id"]))
    except ApplicationNotFound:
        # Made before there were owners, and given to somebody since.
        credentials = await _new_application(services)
        owner = await _new_owner(services, UUID(credentials["application_id"]))
    return credentials | owner


async def _usable(services: Services, credentials: dict[str, str] | None) -> dict[str, str] | None:
    if credentials is None:
        return None
    try:
        await services.authenticate(
            credentials["access_token"].encode(), credentials["api_key"].encode()
        )
    except Unauthenticated:
        return None
    return credentials


async def _new_application(services: Services) -> dict[str, str]:
    issued = await services.create_application(
        "Demo shop", Mode.TEST, list(Method), None, datetime.now(UTC)
    )
    return as_dict(issued)


async def _new_owner(services: Services, application_id: UUID) -> dict[str, str]:
    try:
        return await _owner_called(services, "owner@demo.example", application_id)
    except InputRefused:
        # Of an earlier demo application, whose password nobody kept.
        email = f"owner-{secrets.token_hex(4)}@demo.example"
        return await _owner_called(services, email, application_id)


async def _owner_called(services: Services, email: str, application_id: UUID) -> dict[str, str]:
    password = secrets.token_urlsafe(12)
    new = NewUser(email, "Demo owner", password, "en")
    await services.accounts.create_owner(
        new, "Demo shop", [application_id], "operator:wasl up", datetime.now(UTC)
    )
    return {"owner_email": email, "owner_password": password}


def _read(path: Path) -> dict[str, str] | None:
    try:
        found: dict[str, str] = json.loads(path.read_text())
    except FileNotFoundError:
        return None
    return found


def keep(path: Path, credentials: dict[str, str]) -> None:
    path.unlink(missing_ok=True)
    write_private_file(path, json.dumps(credentials, indent=2))
