"""Begin to ask for codes at sign-in: hand the secret to the person's app."""

from datetime import datetime
from typing import Final, NamedTuple

from wasl.domain.errors import TotpAlreadyOn
from wasl.domain.person import Person
from wasl.services.check_totp import new_totp_secret, totp_uri
from wasl.services.confirm_password import require_password_confirmed
from wasl.storage import users
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Pool, transaction_from

_ISSUER: Final = "Wasl"


class TotpSetUp(NamedTuple):
    """Shown once. `uri` is for a QR picture, `secret` for who types it."""

    secret: str
    uri: str


class SetUpTotp:
    def __init__(self, pool: Pool, secret_box: SecretBox) -> None:
        self._pool = pool
        self._secret_box = secret_box

    async def __call__(self, person: Person, now: datetime) -> TotpSetUp:
        """Nothing is asked for yet: `confirm_totp` turns it on. Beginning again starts over."""
        secret = new_totp_secret()
        async with transaction_from(self._pool) as connection:
            await require_password_confirmed(connection, person, now)
            if (await users.lock(connection, person.user_id)).asks_for_codes:
                raise TotpAlreadyOn
            encrypted = self._secret_box.encrypt(secret)
            await users.set_totp(connection, person.user_id, encrypted, None, None)
        return TotpSetUp(secret, totp_uri(secret, person.email, _ISSUER))
