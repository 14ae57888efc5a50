"""The table `recovery_codes`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from wasl.storage.pool import Connection

_DELETE: Final = "DELETE FROM recovery_codes WHERE user_id = $1"
_INSERT: Final = """
    INSERT INTO recovery_codes (user_id, digest) SELECT $1, unnest($2::bytea[])
"""


async def replace(connection: Connection, user_id: UUID, digests: Sequence[bytes]) -> None:
    """The new ones are all there are; none of them turns them off."""
    await connection.execute(_DELETE, user_id)
    await connection.execute(_INSERT, user_id, digests)


_COUNT_LEFT: Final = "SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL"


async def count_left(connection: Connection, user_id: UUID) -> int:
    left: int = await connection.fetchval(_COUNT_LEFT, user_id)
    return left


_USE: Final = """
    UPDATE recovery_codes SET used_at = $3
    WHERE user_id = $1 AND digest = $2 AND used_at IS NULL
"""


async def use(connection: Connection, user_id: UUID, digest: bytes, now: datetime) -> bool:
    """False where it is none of theirs, or was used before."""
    return await connection.execute(_USE, user_id, digest, now) == "UPDATE 1"
