"""Sign in with a password; where codes are asked for, that is the first of two steps.

An unknown address gets the same answer after the same work as a wrong password.
"""

from datetime import datetime
from typing import NamedTuple

from wasl.domain.credentials import digest
from wasl.domain.email import spelled_once
from wasl.domain.errors import SignInRefused
from wasl.domain.person import Browser
from wasl.domain.secret_token import SECOND_STEP_PREFIX, new_token
from wasl.domain.session import SECOND_STEP_LIFETIME
from wasl.domain.throttle import TryKind
from wasl.services.start_session import NewSession, SignedIn, start_session
from wasl.services.throttle import Throttle
from wasl.storage import second_steps, users
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Connection, Pool, connection_from, transaction_from
from wasl.storage.second_steps import SecondStep
from wasl.storage.users import User


class SecondStepNeeded(NamedTuple):
    """The password was right. `token` goes with the code to `complete_sign_in`."""

    token: str
    ends_at: datetime


class SignIn:
    def __init__(self, pool: Pool, hasher: PasswordHasher, throttle: Throttle) -> None:
        self._pool = pool
        self._hasher = hasher
        self._throttle = throttle

    async def __call__(
        self,
        email: str,
        password: str,
        browser: Browser,
        previous_token: str | None,
        now: datetime,
    ) -> SignedIn | SecondStepNeeded:
        email = spelled_once(email)
        await self._throttle.take(TryKind.SIGN_IN, email, browser.address, now)
        user = await self._find(email)
        if not await self._hasher.verify(password, user and user.password_hash):
            raise SignInRefused
        assert user is not None
        renewed = await self._renewed_hash(user, password)
        async with transaction_from(self._pool) as connection:
            await _require_unchanged(connection, user)
            if renewed is not None:
                await users.set_password(connection, user.id, renewed)
            if user.asks_for_codes:
                return await _begin_second_step(connection, user, now)
            await self._throttle.forget(connection, email, TryKind.SIGN_IN)
            session = NewSession(user.id, email, browser, previous_token, "password")
            return await start_session(connection, session, now)

    async def _find(self, email: str) -> User | None:
        if not email.isascii() or "\0" in email:
            # PostgreSQL cannot even be asked for some of these, and knows none of them.
            email = ""
        async with connection_from(self._pool) as connection:
            return await users.find_by_email(connection, email)

    async def _renewed_hash(self, user: User, password: str) -> str | None:
        if not self._hasher.is_outdated(user.password_hash):
            return None
        return await self._hasher.hash(password)


async def _require_unchanged(connection: Connection, user: User) -> None:
    """A password that was changed while it was being checked opens nothing."""
    locked = await users.lock(connection, user.id)
    if locked.password_hash != user.password_hash or locked.asks_for_codes != user.asks_for_codes:
        raise SignInRefused


async def _begin_second_step(connection: Connection, user: User, now: datetime) -> SecondStepNeeded:
    token = new_token(SECOND_STEP_PREFIX)
    ends_at = now + SECOND_STEP_LIFETIME
    await second_steps.forget_ended_of(connection, user.id, now)
    await second_steps.insert(connection, SecondStep(digest(token), user.id, 0, ends_at))
    return SecondStepNeeded(token, ends_at)
