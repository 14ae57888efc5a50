"""The table `users`."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

import asyncpg

from wasl.domain.errors import InputRefused
from wasl.domain.problem import Problem
from wasl.storage.pool import Connection


class User(NamedTuple):
    id: UUID
    email: str
    name: str
    language: str
    password_hash: str
    totp_secret_encrypted: bytes | None
    totp_confirmed_at: datetime | None
    totp_last_step: int | None
    created_at: datetime

    @property
    def asks_for_codes(self) -> bool:
        return self.totp_confirmed_at is not None


_COLUMNS: Final = ", ".join(User._fields)

_INSERT: Final = f"""
    INSERT INTO users ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""


async def insert(connection: Connection, user: User) -> None:
    try:
        await connection.execute(_INSERT, *user)
    except asyncpg.UniqueViolationError:
        raise InputRefused({"email": Problem.EMAIL_TAKEN}) from None


_FIND_BY_EMAIL: Final = f"SELECT {_COLUMNS} FROM users WHERE email = $1"


async def find_by_email(connection: Connection, email: str) -> User | None:
    row = await connection.fetchrow(_FIND_BY_EMAIL, email)
    return None if row is None else User._make(row)


_FIND: Final = f"SELECT {_COLUMNS} FROM users WHERE id = $1"


async def find(connection: Connection, user_id: UUID) -> User:
    return _existing(await connection.fetchrow(_FIND, user_id))


# Whoever signs in, changes a password or turns codes on or off waits here for the others.
_LOCK: Final = f"SELECT {_COLUMNS} FROM users WHERE id = $1 FOR NO KEY UPDATE"


async def lock(connection: Connection, user_id: UUID) -> User:
    return _existing(await connection.fetchrow(_LOCK, user_id))


def _existing(row: asyncpg.Record | None) -> User:
    assert row is not None, "users are never deleted"
    return User._make(row)


_SET_PASSWORD: Final = "UPDATE users SET password_hash = $2 WHERE id = $1"


async def set_password(connection: Connection, user_id: UUID, password_hash: str) -> None:
    await connection.execute(_SET_PASSWORD, user_id, password_hash)


_SET_TOTP: Final = """
    UPDATE users SET totp_secret_encrypted = $2, totp_confirmed_at = $3, totp_last_step = $4
    WHERE id = $1
"""


async def set_totp(
    connection: Connection,
    user_id: UUID,
    secret_encrypted: bytes | None,
    confirmed_at: datetime | None,
    last_step: int | None,
) -> None:
    await connection.execute(_SET_TOTP, user_id, secret_encrypted, confirmed_at, last_step)


_SET_PROFILE: Final = "UPDATE users SET name = $2, language = $3 WHERE id = $1"


async def set_profile(connection: Connection, user_id: UUID, name: str, language: str) -> None:
    await connection.execute(_SET_PROFILE, user_id, name, language)
