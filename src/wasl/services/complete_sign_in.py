"""Take the code that the second step of signing in waits for."""

from datetime import datetime

from wasl.domain.credentials import digest
from wasl.domain.errors import CodeWrong, SecondStepOver
from wasl.domain.person import Browser
from wasl.domain.secret_token import tidy_recovery_code
from wasl.domain.session import SECOND_STEP_MAX_TRIES
from wasl.domain.throttle import TryKind
from wasl.services.check_totp import accepted_step
from wasl.services.start_session import NewSession, SignedIn, start_session
from wasl.services.throttle import Throttle
from wasl.storage import recovery_codes, second_steps, users
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Connection, Pool, connection_from, transaction_from
from wasl.storage.users import User


class CompleteSignIn:
    def __init__(self, pool: Pool, secret_box: SecretBox, throttle: Throttle) -> None:
        self._pool = pool
        self._secret_box = secret_box
        self._throttle = throttle

    async def __call__(
        self,
        token: str,
        code: str,
        browser: Browser,
        previous_token: str | None,
        now: datetime,
    ) -> SignedIn:
        """`code` is six digits from the app, or a recovery code."""
        async with connection_from(self._pool) as connection:
            whose = await second_steps.find_whose(connection, digest(token))
        if whose is None:
            raise SecondStepOver
        user_id, email = whose
        await self._throttle.take(TryKind.SECOND_STEP, email, browser.address, now)
        async with transaction_from(self._pool) as connection:
            user = await users.lock(connection, user_id)
            if not await second_steps.take_try(
                connection, digest(token), now, SECOND_STEP_MAX_TRIES
            ):
                raise SecondStepOver
            by = await self._taken_as(connection, user, code, now)
            if by is not None:
                await second_steps.delete_all_of(connection, user_id)
                await self._throttle.forget(connection, email, TryKind.SIGN_IN, TryKind.SECOND_STEP)
                session = NewSession(user_id, email, browser, previous_token, by)
                return await start_session(connection, session, now)
        # Outside: the try that was taken stays taken.
        raise CodeWrong

    async def _taken_as(
        self, connection: Connection, user: User, code: str, now: datetime
    ) -> str | None:
        secret = user.totp_secret_encrypted
        if secret is None or not user.asks_for_codes:
            return None
        step = accepted_step(self._secret_box.decrypt(secret), code, user.totp_last_step, now)
        if step is not None:
            await users.set_totp(connection, user.id, secret, user.totp_confirmed_at, step)
            return "code"
        recovery = digest(tidy_recovery_code(code))
        used = await recovery_codes.use(connection, user.id, recovery, now)
        return "recovery code" if used else None
