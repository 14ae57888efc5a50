"""The table `delivery_tries`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.delivery import DeliveryTry
from wasl.storage.pool import Connection


class NewTry(NamedTuple):
    application_id: UUID
    delivery_id: UUID
    number: int
    is_resend: bool
    url: str
    started_at: datetime
    duration_ms: int
    address: str | None
    status_code: int | None
    answer: bytes
    answer_cut: bool
    outcome: str
    error: str | None
    signature: str | None


_INSERT_MANY: Final = f"""
    INSERT INTO delivery_tries ({", ".join(NewTry._fields)})
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::boolean[], $5::text[],
        $6::timestamptz[], $7::integer[], $8::text[], $9::integer[], $10::bytea[],
        $11::boolean[], $12::text[], $13::text[], $14::text[])
"""


async def insert_many(connection: Connection, tries: Sequence[NewTry]) -> None:
    await connection.execute(_INSERT_MANY, *zip(*tries, strict=True))


_OF_DELIVERY: Final = f"""
    SELECT {", ".join(DeliveryTry._fields)} FROM delivery_tries
    WHERE application_id = $1 AND delivery_id = $2 ORDER BY number
"""


async def of_delivery(
    connection: Connection, application_id: UUID, delivery_id: UUID
) -> list[DeliveryTry]:
    rows = await connection.fetch(_OF_DELIVERY, application_id, delivery_id)
    return [DeliveryTry._make(row) for row in rows]


_REMOVE_ANSWERS: Final = """
    UPDATE delivery_tries SET answer = NULL
    WHERE (application_id, delivery_id, number) IN (
        SELECT application_id, delivery_id, number FROM delivery_tries
        WHERE octet_length(answer) > 0 AND started_at < $1
        ORDER BY started_at LIMIT $2
        FOR UPDATE SKIP LOCKED
    )
"""


async def remove_answers(connection: Connection, before: datetime, limit: int) -> int:
    done = await connection.execute(_REMOVE_ANSWERS, before, limit)
    return int(done.rpartition(" ")[2])
