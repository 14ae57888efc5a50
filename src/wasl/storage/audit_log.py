"""The table `audit_log`: only ever added to."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from wasl.domain.payment_intent import new_uuid
from wasl.domain.person import Actor, Person
from wasl.storage.pool import Connection

# What happens to an application is in the log of the account it belongs to at that time.
_INSERT: Final = """
    INSERT INTO audit_log
        (id, account_id, application_id, user_id, actor, address, action, subject, detail,
        created_at)
    VALUES (
        $1, coalesce($2, (SELECT account_id FROM applications WHERE id = $3)),
        $3, $4, $5, $6, $7, $8, $9, $10
    )
"""


async def append(
    connection: Connection,
    *,
    application_id: UUID | None,
    actor: str | Actor | Person,
    action: str,
    subject: str,
    detail: Mapping[str, object],
    now: datetime,
    account_id: UUID | None = None,
) -> None:
    text = json.dumps(detail, ensure_ascii=False)
    await connection.execute(
        _INSERT, new_uuid(now), account_id, application_id, *_who(actor), action, subject, text, now
    )


def _who(actor: str | Actor | Person) -> Actor:
    if isinstance(actor, Person):
        return actor.actor
    return Actor(None, actor, None) if isinstance(actor, str) else actor


_ACCOUNTS_OF: Final = "SELECT account_id FROM memberships WHERE user_id = $1"


async def append_for_user(
    connection: Connection,
    *,
    user_id: UUID,
    actor: str | Actor | Person,
    action: str,
    detail: Mapping[str, object],
    now: datetime,
) -> None:
    """How safely a member signs in matters to every account they work in: each one's log tells."""
    accounts = [row[0] for row in await connection.fetch(_ACCOUNTS_OF, user_id)]
    for account_id in accounts or [None]:
        await append(
            connection,
            account_id=account_id,
            application_id=None,
            actor=actor,
            action=action,
            subject=str(user_id),
            detail=detail,
            now=now,
        )


class Entry(NamedTuple):
    id: UUID
    application_id: UUID | None
    user_id: UUID | None
    actor: str
    address: str | None
    action: str
    subject: str
    detail: Mapping[str, Any]
    created_at: datetime


# Later than any: a plain comparison is what the index answers, whoever plans the query.
_THE_END: Final = UUID(int=2**128 - 1)
_PAGE: Final = f"""
    SELECT {", ".join(Entry._fields)} FROM audit_log
    WHERE account_id = $1 AND id < $2
    ORDER BY id DESC LIMIT $3
"""


async def page(
    connection: Connection, account_id: UUID, before: UUID | None, limit: int
) -> list[Entry]:
    rows = await connection.fetch(_PAGE, account_id, before or _THE_END, limit)
    return [Entry._make(row)._replace(detail=json.loads(row["detail"])) for row in rows]
