"""The table `invitations`: found by the digest of their token, listed by their account."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.pool import Connection


class Invitation(NamedTuple):
    id: UUID
    digest: bytes
    account_id: UUID
    email: str
    role: str
    invited_by: UUID
    created_at: datetime
    ends_at: datetime


# The newest takes the place of one that is still open: an old link stops working.
_WITHDRAW_OPEN: Final = """
    UPDATE invitations SET withdrawn_at = $3
    WHERE account_id = $1 AND email = $2 AND accepted_at IS NULL AND withdrawn_at IS NULL
"""
_INSERT: Final = f"""
    INSERT INTO invitations ({", ".join(Invitation._fields)})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""


async def replace_open(connection: Connection, invitation: Invitation) -> None:
    await connection.execute(
        _WITHDRAW_OPEN, invitation.account_id, invitation.email, invitation.created_at
    )
    await connection.execute(_INSERT, *invitation)


class OpenInvitation(NamedTuple):
    id: UUID
    account_id: UUID
    account_name: str
    email: str
    role: str
    ends_at: datetime
    invited_by: UUID


_FIND_OPEN: Final = """
    SELECT invitation.id, account.id, account.name, invitation.email, invitation.role,
        invitation.ends_at, invitation.invited_by
    FROM invitations AS invitation JOIN accounts AS account ON account.id = invitation.account_id
    WHERE invitation.digest = $1 AND invitation.ends_at > $2
        AND invitation.accepted_at IS NULL AND invitation.withdrawn_at IS NULL
"""


async def find_open(connection: Connection, digest: bytes, now: datetime) -> OpenInvitation | None:
    row = await connection.fetchrow(_FIND_OPEN, digest, now)
    return None if row is None else OpenInvitation._make(row)


_ACCEPT: Final = """
    UPDATE invitations SET accepted_at = $2
    WHERE id = $1 AND ends_at > $2 AND accepted_at IS NULL AND withdrawn_at IS NULL
"""


async def accept(connection: Connection, invitation_id: UUID, now: datetime) -> bool:
    """False where somebody else was first: of several at once one is told true."""
    return await connection.execute(_ACCEPT, invitation_id, now) == "UPDATE 1"


_WITHDRAW: Final = """
    UPDATE invitations SET withdrawn_at = $3
    WHERE account_id = $1 AND id = $2 AND accepted_at IS NULL AND withdrawn_at IS NULL
    RETURNING email
"""


async def withdraw(
    connection: Connection, account_id: UUID, invitation_id: UUID, now: datetime
) -> str | None:
    """Whom it was for, or None where it is not open."""
    email: str | None = await connection.fetchval(_WITHDRAW, account_id, invitation_id, now)
    return email


class WithdrawnInvitation(NamedTuple):
    id: UUID
    email: str


_WITHDRAW_ALL_BY: Final = """
    UPDATE invitations SET withdrawn_at = $3
    WHERE account_id = $1 AND invited_by = $2 AND ends_at > $3
        AND accepted_at IS NULL AND withdrawn_at IS NULL
    RETURNING id, email
"""


async def withdraw_all_by(
    connection: Connection, account_id: UUID, invited_by: UUID, now: datetime
) -> list[WithdrawnInvitation]:
    rows = await connection.fetch(_WITHDRAW_ALL_BY, account_id, invited_by, now)
    return [WithdrawnInvitation._make(row) for row in rows]


class WaitingInvitation(NamedTuple):
    id: UUID
    email: str
    role: str
    created_at: datetime
    ends_at: datetime


_LIST_OPEN: Final = """
    SELECT id, email, role, created_at, ends_at FROM invitations
    WHERE account_id = $1 AND ends_at > $2 AND accepted_at IS NULL AND withdrawn_at IS NULL
    ORDER BY created_at, id
"""


async def list_open(
    connection: Connection, account_id: UUID, now: datetime
) -> list[WaitingInvitation]:
    rows = await connection.fetch(_LIST_OPEN, account_id, now)
    return [WaitingInvitation._make(row) for row in rows]
