"""Ask for no codes any more."""

from datetime import datetime
from uuid import UUID

from wasl.domain.person import Actor, Person
from wasl.services.confirm_password import require_password_confirmed
from wasl.storage import audit_log, recovery_codes, second_steps, users
from wasl.storage.pool import Connection, Pool, transaction_from


class TurnOffTotp:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, person: Person, now: datetime) -> None:
        async with transaction_from(self._pool) as connection:
            await require_password_confirmed(connection, person, now)
            await turn_off_totp(connection, person.user_id, person.actor, now)


async def turn_off_totp(connection: Connection, user_id: UUID, actor: Actor, now: datetime) -> None:
    """Nothing happens where none are asked for."""
    user = await users.lock(connection, user_id)
    if user.totp_secret_encrypted is None:
        return
    await users.set_totp(connection, user.id, None, None, None)
    await recovery_codes.replace(connection, user.id, [])
    await second_steps.delete_all_of(connection, user.id)
    if user.asks_for_codes:
        await audit_log.append_for_user(
            connection,
            user_id=user.id,
            actor=actor,
            action="user.totp_turned_off",
            detail={},
            now=now,
        )
