"""The table `second_steps`: sign-ins that wait for a code."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.pool import Connection


class SecondStep(NamedTuple):
    digest: bytes
    user_id: UUID
    tries: int
    ends_at: datetime


_INSERT: Final = """
    INSERT INTO second_steps (digest, user_id, tries, ends_at) VALUES ($1, $2, $3, $4)
"""


async def insert(connection: Connection, step: SecondStep) -> None:
    await connection.execute(_INSERT, *step)


_FIND: Final = """
    SELECT step.user_id, users.email FROM second_steps AS step
    JOIN users ON users.id = step.user_id WHERE step.digest = $1
"""


async def find_whose(connection: Connection, digest: bytes) -> tuple[UUID, str] | None:
    """The user and their address."""
    row = await connection.fetchrow(_FIND, digest)
    return None if row is None else (row[0], row[1])


_TRY: Final = """
    UPDATE second_steps SET tries = tries + 1
    WHERE digest = $1 AND ends_at > $2 AND tries < $3
"""


async def take_try(connection: Connection, digest: bytes, now: datetime, max_tries: int) -> bool:
    """False where it is over. A try counts before it is known whether the code is right."""
    return await connection.execute(_TRY, digest, now, max_tries) == "UPDATE 1"


_DELETE_ALL_OF: Final = "DELETE FROM second_steps WHERE user_id = $1"


async def delete_all_of(connection: Connection, user_id: UUID) -> None:
    await connection.execute(_DELETE_ALL_OF, user_id)


_FORGET_ENDED_OF: Final = "DELETE FROM second_steps WHERE user_id = $1 AND ends_at <= $2"


async def forget_ended_of(connection: Connection, user_id: UUID, now: datetime) -> None:
    await connection.execute(_FORGET_ENDED_OF, user_id, now)
