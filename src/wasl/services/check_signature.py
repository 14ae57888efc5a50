"""Say whether a signature that a merchant received verifies, and if not, why."""

import json
from collections.abc import Iterable
from contextlib import suppress
from uuid import UUID

from cryptography.fernet import InvalidToken

from wasl.domain.signature_check import Finding, Known, check_signature
from wasl.storage import applications, deliveries
from wasl.storage.encryption import SecretBox
from wasl.storage.pool import Pool, connection_from


class CheckSignature:
    def __init__(self, pool: Pool, secret_box: SecretBox) -> None:
        self._pool = pool
        self._secret_box = secret_box

    async def __call__(
        self, application_id: UUID, body: str, signature: str, secret: str | None
    ) -> Finding:
        """Without a secret it is checked against the current one."""
        async with connection_from(self._pool) as connection:
            settings = await applications.webhook_settings(connection, application_id)
            sent = None
            if delivery_id := _delivery_named(body):
                sent = await deliveries.find_sent(connection, application_id, delivery_id)
        encrypted = [settings.previous_secret_encrypted, sent.secret_encrypted if sent else None]
        current = self._secret_box.decrypt(settings.secret_encrypted)
        old = [one for one in self._readable(encrypted) if one != current]
        known = Known(current, old, sent.body if sent else None)
        return check_signature(body, signature, secret, known)

    def _readable(self, encrypted: Iterable[bytes | None]) -> Iterable[str]:
        for one in encrypted:
            with suppress(InvalidToken):
                if one is not None:
                    yield self._secret_box.decrypt(one)


def _delivery_named(body: str) -> UUID | None:
    """Its id, where the body still has one."""
    try:
        return UUID(json.loads(body)["id"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
