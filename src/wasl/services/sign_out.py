"""Sign out of one browser."""

from wasl.domain.credentials import digest
from wasl.storage import sessions
from wasl.storage.pool import Pool, transaction_from


class SignOut:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, token: str) -> None:
        """Nothing happens where the session is over already."""
        async with transaction_from(self._pool) as connection:
            await sessions.end(connection, digest(token))
