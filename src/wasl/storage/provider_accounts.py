"""The table `provider_accounts`. A row never changes, but for the time it went out of use."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.application import Method
from wasl.provider_interface import SealedAccount
from wasl.storage.pool import Connection


class NewProviderAccount(NamedTuple):
    id: UUID
    application_id: UUID
    method: Method
    encrypted: bytes
    hints: Mapping[str, str]
    created_at: datetime


_RETIRE: Final = """
    UPDATE provider_accounts SET retired_at = $3
    WHERE application_id = $1 AND method = $2 AND retired_at IS NULL
"""


async def retire(
    connection: Connection, application_id: UUID, method: Method, now: datetime
) -> bool:
    """False where none was in use. It stays there for the attempts that were begun with it."""
    return await connection.execute(_RETIRE, application_id, method, now) == "UPDATE 1"


_INSERT: Final = """
    INSERT INTO provider_accounts (id, application_id, method, encrypted, hints, created_at)
    VALUES ($1, $2, $3, $4, $5, $6)
"""


async def insert(connection: Connection, new: NewProviderAccount) -> None:
    """The one before it was retired in the same transaction."""
    await connection.execute(_INSERT, *new[:4], json.dumps(dict(new.hints)), new.created_at)


_IN_USE: Final = """
    SELECT id, method, encrypted FROM provider_accounts
    WHERE application_id = $1 AND retired_at IS NULL
"""


async def in_use(connection: Connection, application_id: UUID) -> dict[Method, SealedAccount]:
    rows = await connection.fetch(_IN_USE, application_id)
    return {Method(row[1]): SealedAccount(row[0], Method(row[1]), row[2]) for row in rows}


_FIND: Final = """
    SELECT id, method, encrypted FROM provider_accounts WHERE application_id = $1 AND id = $2
"""


async def find(
    connection: Connection, application_id: UUID, account_id: UUID
) -> SealedAccount | None:
    """In use or not."""
    row = await connection.fetchrow(_FIND, application_id, account_id)
    return None if row is None else SealedAccount(row[0], Method(row[1]), row[2])


class ListedProviderAccount(NamedTuple):
    method: Method
    hints: Mapping[str, str]
    created_at: datetime


_LIST: Final = """
    SELECT method, hints, created_at FROM provider_accounts
    WHERE application_id = $1 AND retired_at IS NULL
"""


async def list_in_use(
    connection: Connection, application_id: UUID
) -> dict[Method, ListedProviderAccount]:
    rows = await connection.fetch(_LIST, application_id)
    return {
        Method(row[0]): ListedProviderAccount(Method(row[0]), json.loads(row[1]), row[2])
        for row in rows
    }
