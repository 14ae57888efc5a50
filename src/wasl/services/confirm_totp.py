"""Ask for codes from now on: the first one shows that the app has the secret."""

from datetime import datetime
from typing import NamedTuple

from wasl.domain.credentials import digest
from wasl.domain.errors import CodeWrong, TotpAlreadyOn, TotpNotStarted
from wasl.domain.person import Person
from wasl.domain.secret_token import new_recovery_codes
from wasl.domain.throttle import TryKind
from wasl.services.check_totp import accepted_step
from wasl.services.confirm_password import require_password_confirmed
from wasl.services.start_session import SignedIn, renew_session
from wasl.services.throttle import Throttle
from wasl.storage import audit_log, recovery_codes, sessions, users
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Pool, transaction_from


class TotpTurnedOn(NamedTuple):
    """The recovery codes are seen this once. This browser goes on with a new token."""

    recovery_codes: list[str]
    session: SignedIn


class ConfirmTotp:
    def __init__(self, pool: Pool, secret_box: SecretBox, throttle: Throttle) -> None:
        self._pool = pool
        self._secret_box = secret_box
        self._throttle = throttle

    async def __call__(self, person: Person, code: str, now: datetime) -> TotpTurnedOn:
        """Every other browser is signed out."""
        await self._throttle.take(TryKind.SECOND_STEP, person.email, person.address, now)
        codes = new_recovery_codes()
        async with transaction_from(self._pool) as connection:
            await require_password_confirmed(connection, person, now)
            user = await users.lock(connection, person.user_id)
            secret = user.totp_secret_encrypted
            if user.asks_for_codes:
                raise TotpAlreadyOn
            if secret is None:
                raise TotpNotStarted
            step = accepted_step(self._secret_box.decrypt(secret), code, None, now)
            if step is None:
                raise CodeWrong
            await users.set_totp(connection, user.id, secret, now, step)
            await recovery_codes.replace(connection, user.id, [digest(code) for code in codes])
            ended = await sessions.end_all_of(connection, user.id, but=person.session_id)
            renewed = await renew_session(connection, person, now)
            await self._throttle.forget(connection, person.email, TryKind.SECOND_STEP)
            await audit_log.append_for_user(
                connection,
                user_id=user.id,
                actor=person,
                action="user.totp_turned_on",
                detail={"other_sessions_ended": ended},
                now=now,
            )
        return TotpTurnedOn(codes, renewed)
