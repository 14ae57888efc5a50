"""Open another account, as someone who has signed up already."""

from datetime import datetime
from uuid import UUID

from wasl.domain.errors import SignUpClosed
from wasl.domain.name import problem_with_name, tidy_name
from wasl.domain.person import Person
from wasl.domain.throttle import TryKind
from wasl.services.found_account import found_account
from wasl.services.new_user import refuse_problems
from wasl.services.throttle import Throttle
from wasl.storage.pool import Pool, transaction_from


class AddAccount:
    """Where everybody may sign up, so that who was taken out of one account can have their own."""

    def __init__(self, pool: Pool, throttle: Throttle, is_open: bool) -> None:
        self._pool = pool
        self._throttle = throttle
        self.is_open = is_open

    async def __call__(self, person: Person, name: str, now: datetime) -> UUID:
        if not self.is_open:
            raise SignUpClosed
        name = tidy_name(name)
        refuse_problems({"account_name": problem_with_name(name)})
        await self._throttle.take(TryKind.SIGN_UP, person.email, person.address, now)
        async with transaction_from(self._pool) as connection:
            return await found_account(connection, person.user_id, name, person.actor, now)
