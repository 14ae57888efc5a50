"""Make a user with an account of their own, for the operator."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.errors import ApplicationNotFound
from wasl.domain.name import tidy_name
from wasl.domain.person import Actor
from wasl.services.found_account import found_account
from wasl.services.new_user import NewUser, checked, insert_user
from wasl.storage import applications, audit_log
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Connection, Pool, transaction_from


class CreatedOwner(NamedTuple):
    user_id: UUID
    account_id: UUID


class CreateOwner:
    def __init__(self, pool: Pool, hasher: PasswordHasher) -> None:
        self._pool = pool
        self._hasher = hasher

    async def __call__(
        self,
        typed: NewUser,
        account_name: str,
        application_ids: Sequence[UUID],
        actor: str,
        now: datetime,
    ) -> CreatedOwner:
        """The applications must belong to no account yet; from then on they belong to this one."""
        new = checked(typed, account_name=account_name)
        password_hash = await self._hasher.hash(new.password)
        operator = Actor(None, actor, None)
        async with transaction_from(self._pool) as connection:
            user_id = await insert_user(connection, new, password_hash, now)
            account_id = await found_account(
                connection, user_id, tidy_name(account_name), operator, now
            )
            for application_id in application_ids:
                await _give(connection, application_id, account_id, operator, now)
        return CreatedOwner(user_id, account_id)


async def _give(
    connection: Connection, application_id: UUID, account_id: UUID, actor: Actor, now: datetime
) -> None:
    if not await applications.give_to_account(connection, application_id, account_id):
        raise ApplicationNotFound
    await audit_log.append(
        connection,
        application_id=application_id,
        actor=actor,
        action="application.given_to_account",
        subject=str(application_id),
        detail={},
        now=now,
    )
