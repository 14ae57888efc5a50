"""Sign up: a new user with an account of their own, signed in at once."""

from datetime import datetime

from wasl.domain.errors import SignUpClosed
from wasl.domain.name import tidy_name
from wasl.domain.person import Actor, Browser
from wasl.domain.throttle import TryKind
from wasl.services.found_account import found_account
from wasl.services.new_user import NewUser, checked, insert_user
from wasl.services.start_session import NewSession, SignedIn, start_session
from wasl.services.throttle import Throttle
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Pool, transaction_from


class SignUp:
    def __init__(
        self, pool: Pool, hasher: PasswordHasher, throttle: Throttle, is_open: bool
    ) -> None:
        self._pool = pool
        self._hasher = hasher
        self._throttle = throttle
        self.is_open = is_open

    async def __call__(
        self,
        typed: NewUser,
        account_name: str,
        browser: Browser,
        previous_token: str | None,
        now: datetime,
    ) -> SignedIn:
        if not self.is_open:
            raise SignUpClosed
        new = checked(typed, account_name=account_name)
        await self._throttle.take(TryKind.SIGN_UP, new.email, browser.address, now)
        password_hash = await self._hasher.hash(new.password)
        async with transaction_from(self._pool) as connection:
            user_id = await insert_user(connection, new, password_hash, now)
            actor = Actor(user_id, new.email, browser.address)
            await found_account(connection, user_id, tidy_name(account_name), actor, now)
            session = NewSession(user_id, new.email, browser, previous_token, "sign-up")
            return await start_session(connection, session, now)
