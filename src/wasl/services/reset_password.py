"""Choose a new password by a link. Every browser is signed out."""

from datetime import datetime

from wasl.domain.credentials import digest
from wasl.domain.errors import PasswordResetNotFound
from wasl.domain.password import problem_with_password, same_however_typed
from wasl.domain.person import Actor, Browser
from wasl.domain.throttle import TryKind
from wasl.services.new_user import refuse_problems
from wasl.services.throttle import Throttle
from wasl.storage import audit_log, password_resets, second_steps, sessions, users
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Pool, connection_from, transaction_from


class ResetPassword:
    def __init__(self, pool: Pool, hasher: PasswordHasher, throttle: Throttle) -> None:
        self._pool = pool
        self._hasher = hasher
        self._throttle = throttle

    async def is_open(self, token: str, now: datetime) -> bool:
        """Whether the link still works, for the page that asks for the new password."""
        async with connection_from(self._pool) as connection:
            return await password_resets.find_whose(connection, digest(token), now) is not None

    async def __call__(self, token: str, new: str, browser: Browser, now: datetime) -> None:
        """Signs nobody in: where codes are asked for, one is needed as before."""
        async with connection_from(self._pool) as connection:
            whose = await password_resets.find_whose(connection, digest(token), now)
        if whose is None:
            raise PasswordResetNotFound
        user_id, email = whose
        refuse_problems({"new_password": problem_with_password(same_however_typed(new), email)})
        new_hash = await self._hasher.hash(new)
        async with transaction_from(self._pool) as connection:
            await users.lock(connection, user_id)
            if not await password_resets.use(connection, digest(token), now):
                raise PasswordResetNotFound
            await users.set_password(connection, user_id, new_hash)
            ended = await sessions.end_all_of(connection, user_id)
            await second_steps.delete_all_of(connection, user_id)
            await self._throttle.forget(connection, email, TryKind.SIGN_IN, TryKind.PASSWORD)
            await audit_log.append_for_user(
                connection,
                user_id=user_id,
                actor=Actor(user_id, email, browser.address),
                action="user.password_reset",
                detail={"sessions_ended": ended},
                now=now,
            )
