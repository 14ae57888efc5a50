"""List where someone is signed in."""

from datetime import datetime
from typing import NamedTuple

from wasl.domain.person import Person
from wasl.storage import sessions
from wasl.storage.pool import Pool, connection_from


class ListedSession(NamedTuple):
    is_this_one: bool
    signed_in_at: datetime
    last_seen_at: datetime
    ends_at: datetime
    address: str | None
    user_agent: str | None


class ListSessions:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, person: Person, now: datetime) -> list[ListedSession]:
        async with connection_from(self._pool) as connection:
            found = await sessions.list_of(connection, person.user_id, now)
        return [
            ListedSession(
                session.id == person.session_id,
                session.created_at,
                session.last_seen_at,
                session.idle_ends_at,
                session.address,
                session.user_agent,
            )
            for session in found
        ]
