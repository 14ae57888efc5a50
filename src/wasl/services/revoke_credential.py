"""Revoke an API key or an access token, everywhere, within a second."""

from datetime import datetime
from uuid import UUID

from wasl.domain.credentials import digest
from wasl.domain.errors import CredentialNotFound
from wasl.storage import credentials
from wasl.storage.pool import Pool, transaction_from


class RevokeCredential:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, credential: str, now: datetime) -> UUID:
        """Answers with the application it belonged to."""
        async with transaction_from(self._pool) as connection:
            application_id = await credentials.revoke(connection, digest(credential), now)
        if application_id is None:
            raise CredentialNotFound
        return application_id
