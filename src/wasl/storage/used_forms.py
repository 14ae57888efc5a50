"""The table `used_forms`: the values of forms that can be sent once."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from wasl.storage.pool import Connection

# Longer than a session lasts, and no form is taken in another session.
_KEPT: Final = timedelta(days=30)

_USE_UP: Final = "INSERT INTO used_forms (id, used_at) VALUES ($1, $2) ON CONFLICT DO NOTHING"
_FORGET: Final = "DELETE FROM used_forms WHERE used_at < $1"


async def use_up(connection: Connection, form_id: UUID, now: datetime) -> bool:
    """False where it was used before. Of two at once the second waits for the first's end."""
    await connection.execute(_FORGET, now - _KEPT)
    return await connection.execute(_USE_UP, form_id, now) == "INSERT 0 1"
