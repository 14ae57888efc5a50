"""Every column that holds a secret under `WASL_SECRET_KEY` for longer than a delivery lives."""

from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.pool import Connection


class EncryptedColumn(NamedTuple):
    table: str
    name: str


# Not `deliveries`: theirs is read while they are tried, which is over within a day.
ENCRYPTED_COLUMNS: Final = (
    EncryptedColumn("applications", "webhook_secret_encrypted"),
    EncryptedColumn("applications", "previous_webhook_secret_encrypted"),
    EncryptedColumn("users", "totp_secret_encrypted"),
    EncryptedColumn("provider_accounts", "encrypted"),
)


class Encrypted(NamedTuple):
    id: UUID
    value: bytes


def _next_page(column: EncryptedColumn) -> str:
    return f"""
        SELECT id, {column.name} FROM {column.table}
        WHERE {column.name} IS NOT NULL AND ($1::uuid IS NULL OR id > $1)
        ORDER BY id LIMIT $2
    """


async def next_page(
    connection: Connection, column: EncryptedColumn, after: UUID | None, limit: int
) -> list[Encrypted]:
    rows = await connection.fetch(_next_page(column), after, limit)
    return [Encrypted._make(row) for row in rows]


def _replace(column: EncryptedColumn) -> str:
    """A secret that was changed meanwhile stays as it is: it was written with the first key."""
    return f"UPDATE {column.table} SET {column.name} = $3 WHERE id = $1 AND {column.name} = $2"


async def replace(
    connection: Connection, column: EncryptedColumn, old: Encrypted, value: bytes
) -> None:
    await connection.execute(_replace(column), old.id, old.value, value)
