"""Change one's own name and language."""

from datetime import datetime

from wasl.domain.name import problem_with_name, tidy_name
from wasl.domain.person import Person
from wasl.services.new_user import refuse_problems
from wasl.storage import audit_log, users
from wasl.storage.pool import Pool, transaction_from


class ChangeProfile:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, person: Person, name: str, language: str, now: datetime) -> None:
        """`language` is `ar` or `en`."""
        name = tidy_name(name)
        refuse_problems({"name": problem_with_name(name)})
        async with transaction_from(self._pool) as connection:
            before = await users.lock(connection, person.user_id)
            await users.set_profile(connection, person.user_id, name, language)
            await audit_log.append_for_user(
                connection,
                user_id=person.user_id,
                actor=person,
                action="user.profile_changed",
                detail={"before": [before.name, before.language], "after": [name, language]},
                now=now,
            )
