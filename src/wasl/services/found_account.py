"""Give a user an account of their own."""

from datetime import datetime
from uuid import UUID

from wasl.domain.access import Role
from wasl.domain.payment_intent import new_uuid
from wasl.domain.person import Actor
from wasl.storage import accounts, audit_log, memberships
from wasl.storage.pool import Connection


async def found_account(
    connection: Connection, user_id: UUID, name: str, actor: Actor, now: datetime
) -> UUID:
    account_id = new_uuid(now)
    await accounts.insert(connection, account_id, name, now)
    await memberships.insert(connection, account_id, user_id, Role.OWNER, now)
    await audit_log.append(
        connection,
        account_id=account_id,
        application_id=None,
        actor=actor,
        action="account.founded",
        subject=str(account_id),
        detail={"name": name, "owner": str(user_id)},
        now=now,
    )
    return account_id
