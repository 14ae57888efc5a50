"""The table `accounts`."""

from datetime import datetime
from typing import Final
from uuid import UUID

from wasl.storage.pool import Connection

_INSERT: Final = "INSERT INTO accounts (id, name, created_at) VALUES ($1, $2, $3)"


async def insert(connection: Connection, account_id: UUID, name: str, now: datetime) -> None:
    await connection.execute(_INSERT, account_id, name, now)


# Whoever changes who belongs to an account takes turns here, so that an owner always stays.
_LOCK: Final = "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE"


async def lock(connection: Connection, account_id: UUID) -> None:
    await connection.execute(_LOCK, account_id)
