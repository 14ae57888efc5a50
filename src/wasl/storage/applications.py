"""The table `applications`."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.pool import Connection


class Application(NamedTuple):
    id: UUID
    name: str
    mode: str
    methods: list[str]
    webhook_url: str | None
    webhook_secret_encrypted: bytes
    created_at: datetime


_INSERT: Final = """
    INSERT INTO applications
        (id, name, mode, methods, webhook_url, webhook_secret_encrypted, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
"""


async def insert(connection: Connection, application: Application) -> None:
    await connection.execute(_INSERT, *application)


_FIND: Final = """
    SELECT id, name, mode, methods, webhook_url, webhook_secret_encrypted, created_at
    FROM applications WHERE id = $1
"""


async def find(connection: Connection, application_id: UUID) -> Application | None:
    row = await connection.fetchrow(_FIND, application_id)
    return None if row is None else Application._make(row)


_SET_WEBHOOK_URL: Final = "UPDATE applications SET webhook_url = $2 WHERE id = $1"


async def set_webhook_url(connection: Connection, application_id: UUID, url: str | None) -> None:
    await connection.execute(_SET_WEBHOOK_URL, application_id, url)


_SET_WEBHOOK_SECRET: Final = "UPDATE applications SET webhook_secret_encrypted = $2 WHERE id = $1"


async def set_webhook_secret(
    connection: Connection, application_id: UUID, encrypted: bytes
) -> None:
    await connection.execute(_SET_WEBHOOK_SECRET, application_id, encrypted)
