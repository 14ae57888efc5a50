"""Brings the schema up to the newest migration: numbered SQL files, each in its transaction."""

import asyncio
import hashlib
from importlib import resources
from typing import Final, NamedTuple

import asyncpg

from wasl.storage.pool import Connection

# Any number will do, as long as every process takes the same one.
_ADVISORY_LOCK: Final = 7_210_482_551

# Whoever wants a table after us queues behind us: we wait shortly for a lock, step aside so that
# payments go on, and try again.
_LOCK_WAIT_MS: Final = 2_000
_STEP_ASIDE_S: Final = 1.0
_LOCK_TRIES: Final = 40


class Migration(NamedTuple):
    version: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


class MigrationError(Exception):
    pass


def known_migrations() -> list[Migration]:
    folder = resources.files("wasl.storage") / "migrations"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda f: f.name
    )
    return [
        Migration(int(file.name[:4]), file.name.removesuffix(".sql"), file.read_text("utf-8"))
        for file in files
    ]


_CREATE_HISTORY: Final = """
    CREATE TABLE IF NOT EXISTS schema_migrations (
        version integer PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
    )
"""
_READ_HISTORY: Final = "SELECT version, checksum FROM schema_migrations"
_RECORD: Final = "INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)"


async def migrate(connection: Connection) -> list[Migration]:
    """Applies what is missing and tells what it was. Processes that start together take turns."""
    await connection.execute("SELECT pg_advisory_lock($1)", _ADVISORY_LOCK, timeout=None)
    try:
        await connection.execute(_CREATE_HISTORY)
        pending = await _pending(connection)
        for migration in pending:
            await _apply(connection, migration)
        return pending
    finally:
        await connection.execute("SELECT pg_advisory_unlock($1)", _ADVISORY_LOCK)


async def _apply(connection: Connection, migration: Migration) -> None:
    for _ in range(_LOCK_TRIES):
        try:
            async with connection.transaction():
                await connection.execute(f"SET LOCAL lock_timeout = {_LOCK_WAIT_MS}")
                await connection.execute(migration.sql, timeout=None)
                await connection.execute(
                    _RECORD, migration.version, migration.name, migration.checksum
                )
        except asyncpg.LockNotAvailableError:
            await asyncio.sleep(_STEP_ASIDE_S)
        else:
            return
    raise MigrationError(
        f"{migration.name} could not lock its tables: a long transaction holds them. "
        "Nothing of it was done; run `wasl migrate` again when that has ended"
    )


async def _pending(connection: Connection) -> list[Migration]:
    applied = {row["version"]: row["checksum"] for row in await connection.fetch(_READ_HISTORY)}
    known = known_migrations()
    for migration in known:
        if applied.get(migration.version, migration.checksum) != migration.checksum:
            raise MigrationError(f"{migration.name} was changed after it had been applied")
    return [migration for migration in known if migration.version not in applied]


_NEWEST_APPLIED: Final = "SELECT max(version) FROM schema_migrations"


async def is_migrated(connection: Connection) -> bool:
    """True from the newest migration this code knows on: newer schemas serve older code too."""
    if await connection.fetchval("SELECT to_regclass('schema_migrations')") is None:
        return False
    newest: int | None = await connection.fetchval(_NEWEST_APPLIED)
    return newest is not None and newest >= known_migrations()[-1].version
