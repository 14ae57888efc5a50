"""Count the recovery codes that someone has not used yet."""

from wasl.domain.person import Person
from wasl.storage import recovery_codes
from wasl.storage.pool import Pool, connection_from


class CountRecoveryCodes:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, person: Person) -> int:
        async with connection_from(self._pool) as connection:
            return await recovery_codes.count_left(connection, person.user_id)
