"""The table `password_resets`."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.pool import Connection


class PasswordReset(NamedTuple):
    digest: bytes
    user_id: UUID
    created_at: datetime
    ends_at: datetime


# A new link makes the older ones useless.
_DELETE_ALL_OF: Final = "DELETE FROM password_resets WHERE user_id = $1"
_INSERT: Final = """
    INSERT INTO password_resets (digest, user_id, created_at, ends_at) VALUES ($1, $2, $3, $4)
"""


async def delete_all_of(connection: Connection, user_id: UUID) -> None:
    await connection.execute(_DELETE_ALL_OF, user_id)


async def replace(connection: Connection, reset: PasswordReset) -> None:
    await delete_all_of(connection, reset.user_id)
    await connection.execute(_INSERT, *reset)


_FIND: Final = """
    SELECT reset.user_id, users.email FROM password_resets AS reset
    JOIN users ON users.id = reset.user_id
    WHERE reset.digest = $1 AND reset.ends_at > $2 AND reset.used_at IS NULL
"""


async def find_whose(
    connection: Connection, digest: bytes, now: datetime
) -> tuple[UUID, str] | None:
    """The user and their address."""
    row = await connection.fetchrow(_FIND, digest, now)
    return None if row is None else (row[0], row[1])


_USE: Final = """
    UPDATE password_resets SET used_at = $2
    WHERE digest = $1 AND ends_at > $2 AND used_at IS NULL
"""


async def use(connection: Connection, digest: bytes, now: datetime) -> bool:
    """False where somebody else was first."""
    return await connection.execute(_USE, digest, now) == "UPDATE 1"
