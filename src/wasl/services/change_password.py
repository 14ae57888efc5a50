"""Change the password. Every other browser is signed out, and this one gets a new token."""

from datetime import datetime

from wasl.domain.errors import PasswordWrong
from wasl.domain.password import problem_with_password, same_however_typed
from wasl.domain.person import Person
from wasl.services.confirm_password import CheckPassword
from wasl.services.new_user import refuse_problems
from wasl.services.start_session import SignedIn, renew_session
from wasl.storage import audit_log, password_resets, second_steps, sessions, users
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Pool, transaction_from


class ChangePassword:
    def __init__(self, pool: Pool, hasher: PasswordHasher, check: CheckPassword) -> None:
        self._pool = pool
        self._hasher = hasher
        self._check = check

    async def __call__(self, person: Person, old: str, new: str, now: datetime) -> SignedIn:
        problem = problem_with_password(same_however_typed(new), person.email)
        refuse_problems({"new_password": problem})
        checked = await self._check(person, old, now)
        new_hash = await self._hasher.hash(new)
        async with transaction_from(self._pool) as connection:
            locked = await users.lock(connection, person.user_id)
            if locked.password_hash != checked.password_hash:
                raise PasswordWrong
            await users.set_password(connection, person.user_id, new_hash)
            ended = await sessions.end_all_of(connection, person.user_id, but=person.session_id)
            renewed = await renew_session(connection, person, now)
            await second_steps.delete_all_of(connection, person.user_id)
            await password_resets.delete_all_of(connection, person.user_id)
            await self._check.forget_tries(connection, person)
            await audit_log.append_for_user(
                connection,
                user_id=person.user_id,
                actor=person,
                action="user.password_changed",
                detail={"other_sessions_ended": ended},
                now=now,
            )
        return renewed
