"""Tell who is signed in, from the token in their browser."""

from datetime import datetime
from typing import NamedTuple

from wasl.domain.credentials import digest
from wasl.domain.errors import SessionOver
from wasl.domain.person import Person
from wasl.domain.session import SEEN_EVERY, idle_end, is_password_remembered
from wasl.storage import sessions
from wasl.storage.pool import Pool, connection_from


class Visitor(NamedTuple):
    person: Person
    name: str
    language: str
    asks_for_codes: bool
    # False: ask for the password before a secret is shown.
    password_remembered: bool


class RecogniseSession:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, token: str, address: str | None, now: datetime, *, is_automatic: bool = False
    ) -> Visitor:
        """What a page asks for by itself shows nobody before it, and puts no end off."""
        async with connection_from(self._pool) as connection:
            found = await sessions.find(connection, digest(token), now)
            if found is None:
                raise SessionOver
            if not is_automatic and now - found.last_seen_at >= SEEN_EVERY:
                await sessions.see(connection, found.id, now, idle_end(now, found.ends_at))
        return Visitor(
            Person(found.user_id, found.id, found.email, address),
            found.name,
            found.language,
            found.asks_for_codes,
            is_password_remembered(found.password_confirmed_at, now),
        )
