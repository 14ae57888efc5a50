"""The table `tries`: how often something was tried lately."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.pool import Connection


class Try(NamedTuple):
    id: UUID
    kind: str
    email_digest: bytes
    address_digest: bytes
    created_at: datetime


# Tries of one address, or for one e-mail, take turns: many at once are counted one by one. In
# the order of the keys, so that nobody waits in a circle; until the end of the transaction.
_TAKE_TURNS: Final = """
    SELECT pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT unnest($1::bigint[]) AS key ORDER BY key
    ) AS keys
"""


async def take_turns(connection: Connection, digests: Sequence[bytes]) -> None:
    keys = [int.from_bytes(digest[:8], signed=True) for digest in digests]
    await connection.execute(_TAKE_TURNS, keys)


class Counts(NamedTuple):
    from_one_address_for_one_email: int
    for_one_email: int
    from_one_address: int


_COUNT: Final = """
    SELECT count(*) FILTER (WHERE email_digest = $2 AND address_digest = $3),
        count(*) FILTER (WHERE email_digest = $2), count(*) FILTER (WHERE address_digest = $3)
    FROM tries
    WHERE kind = $1 AND created_at > $4 AND (email_digest = $2 OR address_digest = $3)
"""


async def count(
    connection: Connection, kind: str, email_digest: bytes, address_digest: bytes, since: datetime
) -> Counts:
    row = await connection.fetchrow(_COUNT, kind, email_digest, address_digest, since)
    assert row is not None
    return Counts._make(row)


_INSERT: Final = """
    INSERT INTO tries (id, kind, email_digest, address_digest, created_at)
    VALUES ($1, $2, $3, $4, $5)
"""


async def insert(connection: Connection, a_try: Try) -> None:
    await connection.execute(_INSERT, *a_try)


_FORGET: Final = "DELETE FROM tries WHERE email_digest = $1 AND kind = ANY($2)"


async def forget(connection: Connection, email_digest: bytes, kinds: Sequence[str]) -> None:
    await connection.execute(_FORGET, email_digest, kinds)


# A few at a time, as new ones come.
_FORGET_OLD: Final = """
    DELETE FROM tries WHERE id IN (
        SELECT id FROM tries WHERE created_at < $1
        ORDER BY created_at LIMIT 20 FOR UPDATE SKIP LOCKED
    )
"""


async def forget_old(connection: Connection, before: datetime) -> None:
    await connection.execute(_FORGET_OLD, before)
