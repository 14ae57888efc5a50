"""The table `credentials`: API keys and access tokens, found by their digest."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.pool import Connection

CHANGES_CHANNEL: Final = "wasl_credentials"


class Credential(NamedTuple):
    id: UUID
    application_id: UUID
    kind: str
    name: str
    digest: bytes
    hint: str
    value: str | None
    created_at: datetime
    expires_at: datetime | None


_INSERT: Final = """
    INSERT INTO credentials
        (id, application_id, kind, name, digest, hint, value, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""


async def insert(connection: Connection, credential: Credential) -> None:
    await connection.execute(_INSERT, *credential)


class UsableCredential(NamedTuple):
    digest: bytes
    id: UUID
    application_id: UUID
    kind: str
    expires_at: datetime | None


_FIND_USABLE: Final = """
    SELECT digest, id, application_id, kind, expires_at FROM credentials
    WHERE digest = ANY($1::bytea[]) AND revoked_at IS NULL
"""


async def find_usable(
    connection: Connection, digests: Sequence[bytes]
) -> dict[bytes, UsableCredential]:
    """Those not revoked. Whether one has reached its end date is for the caller's clock."""
    rows = await connection.fetch(_FIND_USABLE, digests)
    return {row["digest"]: UsableCredential._make(row) for row in rows}


_REVOKE: Final = """
    UPDATE credentials SET revoked_at = $2 WHERE digest = $1 AND revoked_at IS NULL
    RETURNING application_id
"""


async def revoke(connection: Connection, digest: bytes, now: datetime) -> UUID | None:
    """The application it belonged to, or None where no usable credential has this digest."""
    owner: UUID | None = await connection.fetchval(_REVOKE, digest, now)
    return owner


_REVOKE_BY_ID: Final = """
    UPDATE credentials SET revoked_at = $3
    WHERE application_id = $1 AND id = $2 AND revoked_at IS NULL
    RETURNING kind, name, hint
"""


class RevokedCredential(NamedTuple):
    kind: str
    name: str
    hint: str


async def revoke_by_id(
    connection: Connection, application_id: UUID, credential_id: UUID, now: datetime
) -> RevokedCredential | None:
    """None where the application has no such credential, or it was revoked before."""
    row = await connection.fetchrow(_REVOKE_BY_ID, application_id, credential_id, now)
    return None if row is None else RevokedCredential._make(row)


class ListedCredential(NamedTuple):
    """`value` is there for API keys alone: an access token is shown once and stored nowhere."""

    id: UUID
    kind: str
    name: str
    hint: str
    value: str | None
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None


_THE_END: Final = UUID(int=2**128 - 1)
_PAGE: Final = f"""
    SELECT {", ".join(ListedCredential._fields)} FROM credentials
    WHERE application_id = $1 AND (revoked_at IS NOT NULL) = $2 AND id < $3
    ORDER BY id DESC LIMIT $4
"""


async def page(
    connection: Connection, application_id: UUID, *, revoked: bool, before: UUID | None, limit: int
) -> list[ListedCredential]:
    """Those in use, or those revoked; the newest first."""
    rows = await connection.fetch(_PAGE, application_id, revoked, before or _THE_END, limit)
    return [ListedCredential._make(row) for row in rows]


# In the order of their ids, so that two processes never wait for each other in a circle.
_RECORD_USE: Final = """
    WITH use AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS use (id, at)),
    locked AS (
        SELECT credentials.id, use.at FROM credentials JOIN use USING (id)
        WHERE last_used_at IS NULL OR last_used_at < use.at
        ORDER BY credentials.id FOR UPDATE OF credentials
    )
    UPDATE credentials SET last_used_at = locked.at FROM locked WHERE credentials.id = locked.id
"""


async def record_use(connection: Connection, last_use: Mapping[UUID, datetime]) -> None:
    await connection.execute(_RECORD_USE, list(last_use), list(last_use.values()))
