"""`WASL_SECRET_KEY` can be changed without losing a secret, and the old key given up."""

import asyncio
import json
from datetime import UTC, datetime
from uuid import uuid4

from tests.support.cli import SECRET_KEY, create_application, run_wasl
from tests.support.database import Database, connected
from wasl.storage import encrypted_columns
from wasl.storage.encrypted_columns import ENCRYPTED_COLUMNS, Encrypted, EncryptedColumn
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import close_pool, connection_from, open_pool

NEW_KEY = "another-secret-key-that-only-tests-use-987654321"
SHORT_LIVED = EncryptedColumn("deliveries", "secret_encrypted")


def _fill(database: Database, application_id: str) -> None:
    """A secret of each kind that the application does not have by itself."""
    box = SecretBox([SECRET_KEY])
    now = datetime.now(UTC)
    database.execute(
        "UPDATE applications SET previous_webhook_secret_encrypted = $1", box.encrypt("previous")
    )
    database.execute(
        """INSERT INTO users (id, email, name, language, password_hash, totp_secret_encrypted,
            created_at) VALUES ($1, 'a@shop.example', 'A', 'ar', '$argon2id$', $2, $3)""",
        uuid4(),
        box.encrypt("totp"),
        now,
    )
    database.execute(
        """INSERT INTO provider_accounts (id, application_id, method, encrypted, hints, created_at)
            VALUES ($1, $2, 'sadad', $3, '{}', $4)""",
        uuid4(),
        application_id,
        box.encrypt(json.dumps({"token": "t"})),
        now,
    )


def _stored(database: Database) -> list[bytes]:
    return [
        row[0]
        for column in ENCRYPTED_COLUMNS
        for row in database.fetch(f"SELECT {column.name} FROM {column.table}")
    ]


def test_every_secret_is_read_with_the_new_key_alone(own_database_url: str) -> None:
    application = create_application(own_database_url)
    with connected(own_database_url) as database:
        _fill(database, application.application_id)
        done = run_wasl(
            *("operator", "reencrypt-secrets"),
            database_url=own_database_url,
            secret_key=f"{NEW_KEY},{SECRET_KEY}",
        )
        assert (done.returncode, done.stdout) == (0, "4 secrets are under the first key now.\n")
        box = SecretBox([NEW_KEY])
        assert [box.decrypt(one) for one in _stored(database)] == [
            *(application.webhook_secret, "previous", "totp"),
            '{"token": "t"}',
        ]


def test_what_no_key_opens_is_named_and_left_alone(own_database_url: str) -> None:
    application = create_application(own_database_url)
    with connected(own_database_url) as database:
        before = database.value("SELECT webhook_secret_encrypted FROM applications")
        done = run_wasl(
            *("operator", "reencrypt-secrets"), database_url=own_database_url, secret_key=NEW_KEY
        )
        assert done.returncode == 1
        assert f"applications {application.application_id}" in done.stderr
        assert database.value("SELECT webhook_secret_encrypted FROM applications") == before


def test_no_encrypted_column_is_forgotten(own_database_url: str) -> None:
    with connected(own_database_url) as database:
        found = database.fetch(
            """SELECT table_name, column_name FROM information_schema.columns
            WHERE table_schema = 'public' AND column_name LIKE '%encrypted'"""
        )
    assert {EncryptedColumn(*row) for row in found} == {*ENCRYPTED_COLUMNS, SHORT_LIVED}


def test_a_secret_that_was_rolled_meanwhile_is_kept(own_database_url: str) -> None:
    """Read by the command before, and by nobody after, the roll."""
    create_application(own_database_url)

    async def main() -> None:
        pool = await open_pool(own_database_url, 3)
        column = ENCRYPTED_COLUMNS[0]
        async with connection_from(pool) as connection:
            [old] = await encrypted_columns.next_page(connection, column, None, 10)
            rolled = Encrypted(old.id, b"rolled")
            await encrypted_columns.replace(connection, column, old, rolled.value)
            await encrypted_columns.replace(connection, column, old, b"late")
            assert await encrypted_columns.next_page(connection, column, None, 10) == [rolled]
        await close_pool(pool)

    asyncio.run(main())
