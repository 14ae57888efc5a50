"""The table `attempts`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from wasl.domain.application import Method
from wasl.domain.attempt import ATTEMPT_ALLOWED_NEXT, Attempt, AttemptState
from wasl.storage.pool import Connection

_COLUMNS: Final = ", ".join(Attempt._fields)

_INSERT: Final = """
    INSERT INTO attempts (id, application_id, payment_intent_uuid, method, state, masked_payer,
        payer_digest, address_digest, in_flight_at, next_inquiry_at, created_at, updated_at,
        provider_account_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12)
"""


async def insert(
    connection: Connection,
    attempt: Attempt,
    payer_digest: bytes | None,
    address_digest: bytes | None,
) -> None:
    await connection.execute(
        _INSERT,
        attempt.id,
        attempt.application_id,
        attempt.payment_intent_uuid,
        attempt.method,
        attempt.state,
        attempt.masked_payer,
        payer_digest,
        address_digest,
        attempt.in_flight_at,
        attempt.next_inquiry_at,
        attempt.created_at,
        attempt.provider_account_id,
    )


_FIND: Final = f"SELECT {_COLUMNS} FROM attempts WHERE id = $1"


async def find(connection: Connection, attempt_id: UUID) -> Attempt | None:
    row = await connection.fetchrow(_FIND, attempt_id)
    return None if row is None else Attempt._make(row)


_LOCK: Final = f"{_FIND} FOR UPDATE"


async def lock(connection: Connection, attempt_id: UUID) -> Attempt | None:
    """The caller holds the lock on the attempt's intent already: always in this order."""
    row = await connection.fetchrow(_LOCK, attempt_id)
    return None if row is None else Attempt._make(row)


_LATEST: Final = f"""
    SELECT {_COLUMNS} FROM attempts WHERE payment_intent_uuid = $1
    ORDER BY created_at DESC, id DESC LIMIT 1
"""


async def latest_of_intent(connection: Connection, intent_uuid: UUID) -> Attempt | None:
    row = await connection.fetchrow(_LATEST, intent_uuid)
    return None if row is None else Attempt._make(row)


_UPDATE: Final = """
    UPDATE attempts SET state = $4, reason = $5, detail = $6, provider_reference = $7,
        masked_payer = $8, wrong_codes = $9, codes_sent = $10, code_sent_at = $11,
        in_flight_at = $12, inquiries = $13, next_inquiry_at = $14, needs_person = $15,
        surplus = $16, updated_at = $17
    WHERE id = $1 AND application_id = $2 AND state = ANY($3::text[])
"""


async def update(connection: Connection, attempt: Attempt) -> bool:
    """False where the attempt has moved on and the allow-table has no way back."""
    state = AttemptState(attempt.state)
    allowed_from = [
        known for known, following in ATTEMPT_ALLOWED_NEXT.items() if state in following
    ]
    done = await connection.execute(
        _UPDATE,
        attempt.id,
        attempt.application_id,
        [*allowed_from, state],
        attempt.state,
        attempt.reason,
        attempt.detail,
        attempt.provider_reference,
        attempt.masked_payer,
        attempt.wrong_codes,
        attempt.codes_sent,
        attempt.code_sent_at,
        attempt.in_flight_at,
        attempt.inquiries,
        attempt.next_inquiry_at,
        attempt.needs_person,
        attempt.surplus,
        attempt.updated_at,
    )
    return done == "UPDATE 1"


_CLAIM_DUE: Final = f"""
    UPDATE attempts SET next_inquiry_at = $2, asked_at = $1, inquiries = inquiries + 1
    WHERE (id, application_id) IN (
        SELECT id, application_id FROM attempts
        WHERE next_inquiry_at <= $1 AND method = $4
        ORDER BY next_inquiry_at LIMIT $3
        FOR UPDATE SKIP LOCKED
    )
    RETURNING {_COLUMNS}
"""


async def claim_due(
    connection: Connection, method: Method, now: datetime, leased_until: datetime, limit: int
) -> list[Attempt]:
    """A lease in time: if the worker that asks dies, another asks when it has run out."""
    rows = await connection.fetch(_CLAIM_DUE, now, leased_until, limit, method)
    return [Attempt._make(row) for row in rows]


_CLAIM_ONE: Final = f"""
    UPDATE attempts SET asked_at = $3, next_inquiry_at = CASE
        WHEN next_inquiry_at IS NOT NULL THEN coalesce($4::timestamptz, next_inquiry_at)
    END
    WHERE id = $1 AND state = ANY($2::text[]) AND (asked_at IS NULL OR asked_at <= $5)
    RETURNING {_COLUMNS}
"""


async def claim_one(
    connection: Connection,
    attempt_id: UUID,
    states: Sequence[AttemptState],
    now: datetime,
    leased_until: datetime | None,
    not_asked_since: datetime,
) -> Attempt | None:
    """None where it is in none of these states, or somebody has just asked.

    Without a lease the schedule of asking stays as it is.
    """
    row = await connection.fetchrow(
        _CLAIM_ONE, attempt_id, states, now, leased_until, not_asked_since
    )
    return None if row is None else Attempt._make(row)


_NEXT_DUE: Final = """
    SELECT min(next_inquiry_at) FROM attempts WHERE next_inquiry_at IS NOT NULL AND method = $1
"""


async def next_due(connection: Connection, method: Method) -> datetime | None:
    time: datetime | None = await connection.fetchval(_NEXT_DUE, method)
    return time


_TAKE_TURNS: Final = "SELECT pg_advisory_xact_lock($1)"


async def take_turns(connection: Connection, digest: bytes) -> None:
    """Until the transaction ends: tries by one payer, or from one address, are counted in turn."""
    await connection.execute(_TAKE_TURNS, int.from_bytes(digest[:8], "big", signed=True))


_COUNT_BY_PAYER: Final = """
    SELECT count(*) FROM attempts WHERE payer_digest = $1 AND created_at > $2
"""
_COUNT_BY_ADDRESS: Final = """
    SELECT count(*) FROM attempts WHERE address_digest = $1 AND created_at > $2
"""


async def count_by_payer(connection: Connection, digest: bytes, since: datetime) -> int:
    count: int = await connection.fetchval(_COUNT_BY_PAYER, digest, since)
    return count


async def count_by_address(connection: Connection, digest: bytes, since: datetime) -> int:
    count: int = await connection.fetchval(_COUNT_BY_ADDRESS, digest, since)
    return count


_FOR_A_PERSON: Final = f"""
    SELECT {_COLUMNS} FROM attempts WHERE needs_person ORDER BY updated_at LIMIT $1
"""


async def waiting_for_a_person(connection: Connection, limit: int) -> Sequence[Attempt]:
    rows = await connection.fetch(_FOR_A_PERSON, limit)
    return [Attempt._make(row) for row in rows]


_OF_INTENT: Final = f"""
    SELECT {_COLUMNS} FROM attempts WHERE payment_intent_uuid = $2 AND application_id = $1
    ORDER BY created_at, id
"""


async def of_intent(
    connection: Connection, application_id: UUID, intent_uuid: UUID
) -> list[Attempt]:
    rows = await connection.fetch(_OF_INTENT, application_id, intent_uuid)
    return [Attempt._make(row) for row in rows]
