"""Sign out of every browser, this one included."""

from datetime import datetime

from wasl.domain.person import Person
from wasl.storage import audit_log, second_steps, sessions, users
from wasl.storage.pool import Pool, transaction_from


class SignOutEverywhere:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, person: Person, now: datetime) -> int:
        """How many sessions ended."""
        async with transaction_from(self._pool) as connection:
            await users.lock(connection, person.user_id)
            ended = await sessions.end_all_of(connection, person.user_id)
            await second_steps.delete_all_of(connection, person.user_id)
            await audit_log.append_for_user(
                connection,
                user_id=person.user_id,
                actor=person,
                action="user.signed_out_everywhere",
                detail={"sessions": ended},
                now=now,
            )
        return ended
