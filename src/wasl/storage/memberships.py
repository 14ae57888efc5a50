"""The table `memberships`, and every look-up that starts from who is asking."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.applications import Application
from wasl.storage.pool import Connection

_INSERT: Final = """
    INSERT INTO memberships (account_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING
"""


async def insert(
    connection: Connection, account_id: UUID, user_id: UUID, role: str, now: datetime
) -> bool:
    """False where this user is a member already."""
    return await connection.execute(_INSERT, account_id, user_id, role, now) == "INSERT 0 1"


class OpenAccount(NamedTuple):
    account_id: UUID
    account_name: str
    role: str


_FIND_ACCOUNT: Final = """
    SELECT account.id, account.name, membership.role
    FROM memberships AS membership JOIN accounts AS account ON account.id = membership.account_id
    WHERE membership.user_id = $1 AND membership.account_id = $2
"""


async def find_account(
    connection: Connection, user_id: UUID, account_id: UUID
) -> OpenAccount | None:
    row = await connection.fetchrow(_FIND_ACCOUNT, user_id, account_id)
    return None if row is None else OpenAccount._make(row)


_LIST_ACCOUNTS: Final = """
    SELECT account.id, account.name, membership.role
    FROM memberships AS membership JOIN accounts AS account ON account.id = membership.account_id
    WHERE membership.user_id = $1
    ORDER BY account.created_at, account.id
"""


async def list_accounts(connection: Connection, user_id: UUID) -> list[OpenAccount]:
    return [OpenAccount._make(row) for row in await connection.fetch(_LIST_ACCOUNTS, user_id)]


_FIND_APPLICATION: Final = f"""
    SELECT account.id, account.name, membership.role,
        {", ".join(f"application.{name}" for name in Application._fields)}
    FROM applications AS application
    JOIN accounts AS account ON account.id = application.account_id
    JOIN memberships AS membership ON membership.account_id = account.id
    WHERE membership.user_id = $1 AND application.id = $2
"""


async def find_application(
    connection: Connection, user_id: UUID, application_id: UUID
) -> tuple[OpenAccount, Application] | None:
    row = await connection.fetchrow(_FIND_APPLICATION, user_id, application_id)
    if row is None:
        return None
    values = tuple(row)
    return OpenAccount._make(values[:3]), Application._make(values[3:])


class ListedApplication(NamedTuple):
    application_id: UUID
    name: str
    mode: str
    methods: list[str]
    account_id: UUID
    account_name: str
    role: str


_LIST_APPLICATIONS: Final = """
    SELECT application.id, application.name, application.mode, application.methods,
        account.id, account.name, membership.role
    FROM memberships AS membership
    JOIN accounts AS account ON account.id = membership.account_id
    JOIN applications AS application ON application.account_id = account.id
    WHERE membership.user_id = $1
    ORDER BY account.created_at, account.id, application.created_at, application.id
"""


async def list_applications(connection: Connection, user_id: UUID) -> list[ListedApplication]:
    rows = await connection.fetch(_LIST_APPLICATIONS, user_id)
    return [ListedApplication._make(row) for row in rows]


class Member(NamedTuple):
    user_id: UUID
    email: str
    name: str
    role: str
    asks_for_codes: bool
    since: datetime


_LIST_MEMBERS: Final = """
    SELECT users.id, users.email, users.name, membership.role,
        users.totp_confirmed_at IS NOT NULL, membership.created_at
    FROM memberships AS membership JOIN users ON users.id = membership.user_id
    WHERE membership.account_id = $1
    ORDER BY membership.created_at, users.id
"""


async def list_members(connection: Connection, account_id: UUID) -> list[Member]:
    return [Member._make(row) for row in await connection.fetch(_LIST_MEMBERS, account_id)]


_SET_ROLE: Final = "UPDATE memberships SET role = $3 WHERE account_id = $1 AND user_id = $2"


async def set_role(connection: Connection, account_id: UUID, user_id: UUID, role: str) -> None:
    await connection.execute(_SET_ROLE, account_id, user_id, role)


_DELETE: Final = "DELETE FROM memberships WHERE account_id = $1 AND user_id = $2"


async def delete(connection: Connection, account_id: UUID, user_id: UUID) -> None:
    await connection.execute(_DELETE, account_id, user_id)
