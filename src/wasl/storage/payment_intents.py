"""The table `payment_intents`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.application import Method
from wasl.domain.money import CURRENCY
from wasl.domain.payment_intent import PaymentIntent, Status
from wasl.storage.pool import Connection, Record
from wasl.storage.uuid_text import uuid_text

# In the order of the fields of `PaymentIntent`.
COLUMNS: Final = (
    *("uuid", "application_id", "merchant_reference", "reference", "amount_minor", "currency"),
    *("status", "description", "customer_external_id", "return_url", "metadata"),
    *("expires_at", "created_at", "updated_at"),
)
_COLUMNS: Final = ", ".join(COLUMNS)
# As text: through a codec of the driver, three times take as long as the rest of the row.
_SELECTED: Final = ", ".join([*COLUMNS[:-3], *(f"{time}::text" for time in COLUMNS[-3:])])
_time: Final = datetime.fromisoformat


def _intent(row: Record) -> PaymentIntent:
    """From a row of `_SELECTED`. What `_make` does, without its check of the length."""
    values = (*row[:-3], _time(row[-3]), _time(row[-2]), _time(row[-1]))
    return tuple.__new__(PaymentIntent, values)


_INSERT_MANY: Final = f"""
    INSERT INTO payment_intents ({_COLUMNS})
    SELECT uuid, application_id, merchant_reference, reference, amount_minor, '{CURRENCY}',
        '{Status.REQUIRES_PAYMENT_METHOD}', description, customer_external_id, return_url,
        metadata, expires_at, created_at, created_at
    FROM unnest(
        $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[],
        $6::text[], $7::text[], $8::text[], $9::json[], $10::timestamptz[], $11::timestamptz[]
    ) AS new (
        uuid, application_id, merchant_reference, reference, amount_minor,
        description, customer_external_id, return_url, metadata, expires_at, created_at
    )
    ON CONFLICT (application_id, merchant_reference) DO NOTHING
    RETURNING uuid
"""


async def insert_many(connection: Connection, intents: Sequence[PaymentIntent]) -> set[UUID]:
    """Inserts those whose merchant_reference is new, and tells which.

    They are all just opened: their currency, status and time of update need no sending. The
    rows go in the order of their unique key: two batches that share references then wait for
    each other in one direction only.
    """
    columns = list(zip(*sorted(intents, key=_unique_key), strict=True))
    rows = await connection.fetch(_INSERT_MANY, *columns[:5], *columns[7:13])
    return {row[0] for row in rows}


def _unique_key(intent: PaymentIntent) -> tuple[UUID, str]:
    return intent.application_id, intent.merchant_reference


_FIND_BY_REFERENCE: Final = f"""
    SELECT {_SELECTED} FROM payment_intents
    WHERE (application_id, merchant_reference) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))
"""


async def find_by_merchant_reference(
    connection: Connection, keys: Sequence[tuple[UUID, str]]
) -> dict[tuple[UUID, str], PaymentIntent]:
    application_ids, references = zip(*keys, strict=True)
    rows = await connection.fetch(_FIND_BY_REFERENCE, application_ids, references)
    return {(row[1], row[2]): _intent(row) for row in rows}


_FIND_BY_UUID: Final = f"""
    SELECT {_SELECTED} FROM payment_intents WHERE uuid = ANY($1::text::uuid[])
"""


async def find_by_uuid(connection: Connection, uuids: Sequence[str]) -> dict[str, PaymentIntent]:
    """`uuids` in their canonical spelling."""
    rows = await connection.fetch(_FIND_BY_UUID, uuid_text(uuids))
    return {str(row[0]): _intent(row) for row in rows}


_FIND_OF_APPLICATION: Final = f"""
    SELECT {_SELECTED} FROM payment_intents WHERE uuid = $2 AND application_id = $1
"""


async def find_of_application(
    connection: Connection, application_id: UUID, uuid: UUID
) -> PaymentIntent | None:
    row = await connection.fetchrow(_FIND_OF_APPLICATION, application_id, uuid)
    return None if row is None else _intent(row)


class IntentKey(NamedTuple):
    uuid: UUID
    application_id: UUID


# The one statement that changes a status. Rows that have moved on meanwhile are left alone.
_MOVE: Final = """
    UPDATE payment_intents SET status = $4, updated_at = $5, paid_method = $6
    FROM unnest($1::uuid[], $2::uuid[]) AS wanted (uuid, application_id)
    WHERE payment_intents.uuid = wanted.uuid
      AND payment_intents.application_id = wanted.application_id
      AND status = ANY($3::text[])
    RETURNING payment_intents.uuid, payment_intents.application_id
"""


async def move(
    connection: Connection,
    keys: Sequence[IntentKey],
    allowed_from: Sequence[Status],
    to: Status,
    now: datetime,
    paid_by: Method | None,
) -> list[IntentKey]:
    """Those that moved."""
    uuids, application_ids = zip(*keys, strict=True)
    rows = await connection.fetch(
        _MOVE, uuids, application_ids, allowed_from, to, now, paid_by or ""
    )
    return [IntentKey._make(row) for row in rows]


_CLAIM_EXPIRED: Final = f"""
    SELECT uuid, application_id FROM payment_intents
    WHERE status = '{Status.REQUIRES_PAYMENT_METHOD}' AND expires_at <= $1
    ORDER BY expires_at LIMIT $2
    FOR UPDATE SKIP LOCKED
"""


async def claim_expired(connection: Connection, now: datetime, limit: int) -> list[IntentKey]:
    """Locked until the transaction ends; workers beside us get others."""
    rows = await connection.fetch(_CLAIM_EXPIRED, now, limit)
    return [IntentKey._make(row) for row in rows]


_NEXT_EXPIRY: Final = f"""
    SELECT min(expires_at) FROM payment_intents
    WHERE status = '{Status.REQUIRES_PAYMENT_METHOD}'
"""


async def next_expiry(connection: Connection) -> datetime | None:
    time: datetime | None = await connection.fetchval(_NEXT_EXPIRY)
    return time


_LOCK: Final = f"SELECT {_SELECTED} FROM payment_intents WHERE uuid = $1 FOR UPDATE"


async def lock(connection: Connection, uuid: UUID) -> PaymentIntent | None:
    row = await connection.fetchrow(_LOCK, uuid)
    return None if row is None else _intent(row)
