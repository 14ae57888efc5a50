"""Ask for the password again: before secrets, owners or the way to sign in are touched."""

from datetime import datetime

from wasl.domain.errors import PasswordNotConfirmed, PasswordWrong, SessionOver
from wasl.domain.person import Person
from wasl.domain.session import is_password_remembered
from wasl.domain.throttle import TryKind
from wasl.services.throttle import Throttle
from wasl.storage import sessions, users
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Connection, Pool, connection_from, transaction_from
from wasl.storage.users import User


class CheckPassword:
    """For someone who is signed in; throttled as signing in is."""

    def __init__(self, pool: Pool, hasher: PasswordHasher, throttle: Throttle) -> None:
        self._pool = pool
        self._hasher = hasher
        self._throttle = throttle

    async def __call__(self, person: Person, password: str, now: datetime) -> User:
        await self._throttle.take(TryKind.PASSWORD, person.email, person.address, now)
        async with connection_from(self._pool) as connection:
            user = await users.find(connection, person.user_id)
        if not await self._hasher.verify(password, user.password_hash):
            raise PasswordWrong
        return user

    async def forget_tries(self, connection: Connection, person: Person) -> None:
        await self._throttle.forget(connection, person.email, TryKind.PASSWORD)


class ConfirmPassword:
    """Remembered in the session for ten minutes."""

    def __init__(self, pool: Pool, check: CheckPassword) -> None:
        self._pool = pool
        self._check = check

    async def __call__(self, person: Person, password: str, now: datetime) -> None:
        checked = await self._check(person, password, now)
        async with transaction_from(self._pool) as connection:
            locked = await users.lock(connection, person.user_id)
            if locked.password_hash != checked.password_hash:
                raise PasswordWrong
            await sessions.confirm_password(connection, person.session_id, person.user_id, now)
            await self._check.forget_tries(connection, person)


async def require_password_confirmed(connection: Connection, person: Person, now: datetime) -> None:
    """For what shows a secret or moves owners; the session must still be there as well."""
    confirmed_at = await sessions.password_confirmed_at(
        connection, person.session_id, person.user_id, now
    )
    if confirmed_at is None:
        raise SessionOver
    if not is_password_remembered(confirmed_at, now):
        raise PasswordNotConfirmed
