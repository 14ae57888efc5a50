"""The table `sessions`: found by the digest of their token."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.pool import Connection


class Session(NamedTuple):
    id: UUID
    digest: bytes
    user_id: UUID
    created_at: datetime
    last_seen_at: datetime
    idle_ends_at: datetime
    ends_at: datetime
    address: str | None
    user_agent: str | None
    password_confirmed_at: datetime


_COLUMNS: Final = ", ".join(Session._fields)

_INSERT: Final = f"""
    INSERT INTO sessions ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""


async def insert(connection: Connection, session: Session) -> None:
    await connection.execute(_INSERT, *session)


class RecognisedSession(NamedTuple):
    id: UUID
    user_id: UUID
    last_seen_at: datetime
    ends_at: datetime
    password_confirmed_at: datetime
    email: str
    name: str
    language: str
    asks_for_codes: bool


_FIND: Final = """
    SELECT session.id, session.user_id, session.last_seen_at, session.ends_at,
        session.password_confirmed_at, users.email, users.name, users.language,
        users.totp_confirmed_at IS NOT NULL
    FROM sessions AS session JOIN users ON users.id = session.user_id
    WHERE session.digest = $1 AND session.idle_ends_at > $2
"""


async def find(connection: Connection, digest: bytes, now: datetime) -> RecognisedSession | None:
    """None where it is over: the end for idleness never lies behind the other one."""
    row = await connection.fetchrow(_FIND, digest, now)
    return None if row is None else RecognisedSession._make(row)


_SEE: Final = """
    UPDATE sessions SET last_seen_at = $2, idle_ends_at = $3
    WHERE id = $1 AND last_seen_at < $2
"""


async def see(
    connection: Connection, session_id: UUID, now: datetime, idle_ends_at: datetime
) -> None:
    await connection.execute(_SEE, session_id, now, idle_ends_at)


_PASSWORD_CONFIRMED_AT: Final = """
    SELECT password_confirmed_at FROM sessions
    WHERE id = $1 AND user_id = $2 AND idle_ends_at > $3
"""


async def password_confirmed_at(
    connection: Connection, session_id: UUID, user_id: UUID, now: datetime
) -> datetime | None:
    found: datetime | None = await connection.fetchval(
        _PASSWORD_CONFIRMED_AT, session_id, user_id, now
    )
    return found


_CONFIRM_PASSWORD: Final = """
    UPDATE sessions SET password_confirmed_at = $3 WHERE id = $1 AND user_id = $2
"""


async def confirm_password(
    connection: Connection, session_id: UUID, user_id: UUID, now: datetime
) -> None:
    await connection.execute(_CONFIRM_PASSWORD, session_id, user_id, now)


_RENEW: Final = """
    UPDATE sessions SET digest = $3 WHERE id = $1 AND user_id = $2 AND idle_ends_at > $4
    RETURNING ends_at
"""


async def renew(
    connection: Connection, session_id: UUID, user_id: UUID, digest: bytes, now: datetime
) -> datetime | None:
    """When it ends in any case, as before; None where it is over already."""
    ends_at: datetime | None = await connection.fetchval(_RENEW, session_id, user_id, digest, now)
    return ends_at


_END: Final = "DELETE FROM sessions WHERE digest = $1 RETURNING user_id"


async def end(connection: Connection, digest: bytes) -> UUID | None:
    """Whose it was."""
    owner: UUID | None = await connection.fetchval(_END, digest)
    return owner


_END_ALL_OF: Final = """
    WITH ended AS (
        DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING id
    )
    SELECT count(*) FROM ended
"""


async def end_all_of(connection: Connection, user_id: UUID, but: UUID | None = None) -> int:
    """How many there were."""
    ended: int = await connection.fetchval(_END_ALL_OF, user_id, but)
    return ended


_FORGET_ENDED_OF: Final = "DELETE FROM sessions WHERE user_id = $1 AND idle_ends_at <= $2"


async def forget_ended_of(connection: Connection, user_id: UUID, now: datetime) -> None:
    await connection.execute(_FORGET_ENDED_OF, user_id, now)


_LIST_OF: Final = f"""
    SELECT {_COLUMNS} FROM sessions WHERE user_id = $1 AND idle_ends_at > $2
    ORDER BY last_seen_at DESC, id DESC
"""


async def list_of(connection: Connection, user_id: UUID, now: datetime) -> list[Session]:
    return [Session._make(row) for row in await connection.fetch(_LIST_OF, user_id, now)]
