"""The table `deliveries`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.delivery import Delivery, DeliveryStatus
from wasl.storage.pool import Connection


class NewDelivery(NamedTuple):
    id: UUID
    application_id: UUID
    payment_intent_uuid: UUID
    event: str
    body: bytes


# URL and secret are taken from the application as it is now; without a URL nothing is written.
_INSERT_MANY: Final = f"""
    WITH written AS (
        INSERT INTO deliveries (application_id, id, payment_intent_uuid, event, is_test, url,
            secret_encrypted, body, status, created_at)
        SELECT application.id, new.id, new.payment_intent_uuid, new.event, $6,
            application.webhook_url, application.webhook_secret_encrypted, new.body,
            '{DeliveryStatus.PENDING}', $7
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bytea[])
            AS new (id, application_id, payment_intent_uuid, event, body)
        JOIN applications AS application ON application.id = new.application_id
        WHERE application.webhook_url IS NOT NULL
        RETURNING application_id, id
    )
    INSERT INTO delivery_queue (application_id, delivery_id, due_at, next_try_at, automatic_tries)
    SELECT application_id, id, $7, $7, $8 FROM written
"""


async def insert_many(
    connection: Connection,
    new: Sequence[NewDelivery],
    now: datetime,
    *,
    is_test: bool = False,
    automatic_tries: int = 0,
) -> int:
    """Writes and queues those whose application has a URL, and tells how many."""
    columns = zip(*new, strict=True)
    done = await connection.execute(_INSERT_MANY, *columns, is_test, now, automatic_tries)
    return int(done.rpartition(" ")[2])


class RecordedTry(NamedTuple):
    """`gives_up`: it was the last automatic try, and failed."""

    application_id: UUID
    delivery_id: UUID
    succeeded: bool
    gives_up: bool


_COUNT_TRIES: Final = f"""
    UPDATE deliveries SET
        tries = tries + 1,
        status = CASE
            WHEN tried.succeeded THEN '{DeliveryStatus.SUCCEEDED}'
            WHEN status = '{DeliveryStatus.PENDING}' AND tried.gives_up
                THEN '{DeliveryStatus.FAILED}'
            ELSE status
        END
    FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::boolean[])
        AS tried (application_id, delivery_id, succeeded, gives_up)
    WHERE deliveries.application_id = tried.application_id
      AND deliveries.id = tried.delivery_id
    RETURNING deliveries.id, deliveries.tries
"""


async def count_tries(connection: Connection, tried: Sequence[RecordedTry]) -> dict[UUID, int]:
    """Which try of its delivery each of them was."""
    rows = await connection.fetch(_COUNT_TRIES, *zip(*tried, strict=True))
    return {row[0]: row[1] for row in rows}


_LOCK: Final = """
    SELECT FROM deliveries
    JOIN unnest($1::uuid[], $2::uuid[]) AS wanted (application_id, id) USING (application_id, id)
    ORDER BY application_id, id
    FOR UPDATE OF deliveries
"""


async def lock(connection: Connection, keys: Sequence[tuple[UUID, UUID]]) -> None:
    """Waits for whoever is recording their tries. Each key is an application and a delivery."""
    await connection.execute(_LOCK, *zip(*keys, strict=True))


_TAKE_CURRENT: Final = """
    UPDATE deliveries
    SET url = applications.webhook_url,
        secret_encrypted = applications.webhook_secret_encrypted
    FROM applications
    WHERE applications.id = deliveries.application_id
      AND deliveries.application_id = $1 AND deliveries.id = ANY($2::uuid[])
"""


async def take_current_url_and_secret(
    connection: Connection, application_id: UUID, delivery_ids: Sequence[UUID]
) -> None:
    await connection.execute(_TAKE_CURRENT, application_id, delivery_ids)


_SELECT: Final = """
    SELECT delivery.id, delivery.application_id, delivery.payment_intent_uuid, delivery.event,
        delivery.is_test, delivery.url, delivery.body, delivery.status, delivery.tries,
        delivery.created_at, last.status_code, last.answer, last.answer_cut, last.error,
        last.started_at, queue.next_try_at, queue.resend_at
    FROM deliveries AS delivery
    LEFT JOIN delivery_queue AS queue
        ON queue.application_id = delivery.application_id AND queue.delivery_id = delivery.id
    LEFT JOIN LATERAL (
        SELECT status_code, answer, answer_cut, error, started_at FROM delivery_tries
        WHERE application_id = delivery.application_id AND delivery_id = delivery.id
        ORDER BY number DESC LIMIT 1
    ) AS last ON true
    WHERE delivery.application_id = $1
"""
_FIND: Final = f"{_SELECT} AND delivery.id = $2"


async def find(connection: Connection, application_id: UUID, delivery_id: UUID) -> Delivery | None:
    row = await connection.fetchrow(_FIND, application_id, delivery_id)
    return None if row is None else Delivery._make(row)


# An intent's deliveries have the ids of its events.
_OF_INTENT: Final = """
    AND delivery.id IN (
        SELECT id FROM events WHERE payment_intent_uuid = $4 AND application_id = $1
    )
"""
# Written out, so that the planner sees which of the indexes holds it.
_OF_STATUS: Final = {status: f"AND delivery.status = '{status.value}'" for status in DeliveryStatus}


async def page(
    connection: Connection,
    application_id: UUID,
    *,
    status: DeliveryStatus | None,
    payment_intent_uuid: UUID | None,
    before: UUID | None,
    limit: int,
) -> list[Delivery]:
    """The newest first, from the one after `before` on."""
    sql = f"""
        {_SELECT} {_OF_STATUS[status] if status else ""}
        AND delivery.id < coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
        {_OF_INTENT if payment_intent_uuid else ""}
        ORDER BY delivery.id DESC LIMIT $3
    """
    more = [payment_intent_uuid] if payment_intent_uuid else []
    rows = await connection.fetch(sql, application_id, before, limit, *more)
    return [Delivery._make(row) for row in rows]


_FAILED: Final = f"""
    SELECT id FROM deliveries
    WHERE application_id = $1 AND status = '{DeliveryStatus.FAILED}' AND id > $2
    ORDER BY id LIMIT $3
"""


async def failed_after(
    connection: Connection, application_id: UUID, after: UUID, limit: int
) -> list[UUID]:
    """The oldest first."""
    rows = await connection.fetch(_FAILED, application_id, after, limit)
    return [row[0] for row in rows]
