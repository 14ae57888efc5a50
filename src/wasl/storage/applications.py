"""The table `applications`."""

from collections.abc import Sequence
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


_GIVE_TO_ACCOUNT: Final = """
    UPDATE applications SET account_id = $2 WHERE id = $1 AND account_id IS NULL
"""


async def give_to_account(connection: Connection, application_id: UUID, account_id: UUID) -> bool:
    """False where there is none, or it belongs to an account already."""
    given = await connection.execute(_GIVE_TO_ACCOUNT, application_id, account_id)
    return given == "UPDATE 1"


_RENAME: Final = "UPDATE applications SET name = $2 WHERE id = $1"


async def rename(connection: Connection, application_id: UUID, name: str) -> None:
    await connection.execute(_RENAME, application_id, name)


_SET_METHODS: Final = "UPDATE applications SET methods = $2 WHERE id = $1"


async def set_methods(connection: Connection, application_id: UUID, methods: Sequence[str]) -> None:
    await connection.execute(_SET_METHODS, application_id, methods)


_FIND: Final = """
    SELECT id, name, mode, methods, webhook_url, webhook_secret_encrypted, created_at
    FROM applications WHERE id = $1
"""


async def find(connection: Connection, application_id: UUID) -> Application | None:
    row = await connection.fetchrow(_FIND, application_id)
    return None if row is None else Application._make(row)


_LOCK: Final = "SELECT 1 FROM applications WHERE id = $1 FOR NO KEY UPDATE"


async def lock(connection: Connection, application_id: UUID) -> None:
    """Until the transaction ends: who changes its accounts does so in turn."""
    await connection.execute(_LOCK, application_id)


_SET_WEBHOOK_URL: Final = "UPDATE applications SET webhook_url = $2 WHERE id = $1"


async def set_webhook_url(connection: Connection, application_id: UUID, url: str | None) -> None:
    await connection.execute(_SET_WEBHOOK_URL, application_id, url)


_ROLL_WEBHOOK_SECRET: Final = """
    UPDATE applications SET webhook_secret_encrypted = $2, webhook_secret_rolled_at = $3,
        previous_webhook_secret_encrypted = webhook_secret_encrypted,
        previous_webhook_secret_until = greatest($4, previous_webhook_secret_until)
    WHERE id = $1
"""


async def roll_webhook_secret(
    connection: Connection,
    application_id: UUID,
    encrypted: bytes,
    now: datetime,
    previous_until: datetime | None,
) -> None:
    """`previous_until` is when the last try with an older secret may be made."""
    await connection.execute(_ROLL_WEBHOOK_SECRET, application_id, encrypted, now, previous_until)


class WebhookSettings(NamedTuple):
    url: str | None
    secret_encrypted: bytes
    previous_secret_encrypted: bytes | None
    rolled_at: datetime | None
    previous_until: datetime | None


_WEBHOOK_SETTINGS: Final = """
    SELECT webhook_url, webhook_secret_encrypted, previous_webhook_secret_encrypted,
        webhook_secret_rolled_at, previous_webhook_secret_until
    FROM applications WHERE id = $1
"""


async def webhook_settings(connection: Connection, application_id: UUID) -> WebhookSettings:
    row = await connection.fetchrow(_WEBHOOK_SETTINGS, application_id)
    assert row is not None
    return WebhookSettings._make(row)
