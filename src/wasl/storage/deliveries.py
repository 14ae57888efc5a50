"""The table `deliveries`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.delivery import Delivery, DeliveryState, DeliveryStatus, state_of
from wasl.domain.event import EventKind
from wasl.domain.payment_intent import first_uuid_at
from wasl.storage.pool import Connection
from wasl.storage.uuid_text import uuid_text

_FIRST: Final = UUID(int=0)
_LAST: Final = UUID(int=(1 << 128) - 1)


class NewDelivery(NamedTuple):
    id: UUID
    application_id: UUID
    payment_intent_uuid: UUID
    event: str
    body: bytes


# URL and secret are taken from the application as it is now; without a URL there is no delivery.
# What a test application is told goes into `event_feed` as well, URL or not.
_INSERT_MANY: Final = f"""
    WITH new AS (
        SELECT new.*, application.webhook_url, application.webhook_secret_encrypted,
            application.mode
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bytea[])
            AS new (id, application_id, payment_intent_uuid, event, body)
        JOIN applications AS application ON application.id = new.application_id
    ),
    for_listeners AS (
        INSERT INTO event_feed
            (application_id, delivery_id, payment_intent_uuid, event, body, created_at)
        SELECT application_id, id, payment_intent_uuid, event, body, $7
        FROM new WHERE mode = 'test'
    ),
    written AS (
        INSERT INTO deliveries (application_id, id, payment_intent_uuid, event, is_test, url,
            secret_encrypted, body, status, created_at)
        SELECT application_id, id, payment_intent_uuid, event, $6, webhook_url,
            webhook_secret_encrypted, body, '{DeliveryStatus.PENDING}', $7
        FROM new WHERE webhook_url IS NOT NULL
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
    FROM unnest($1::text::uuid[], $2::text::uuid[], $3::boolean[], $4::boolean[])
        AS tried (application_id, delivery_id, succeeded, gives_up)
    WHERE deliveries.application_id = tried.application_id
      AND deliveries.id = tried.delivery_id
    RETURNING deliveries.id, deliveries.tries
"""


async def count_tries(connection: Connection, tried: Sequence[RecordedTry]) -> dict[UUID, int]:
    """Which try of its delivery each of them was."""
    application_ids, ids, succeeded, give_up = zip(*tried, strict=True)
    rows = await connection.fetch(
        _COUNT_TRIES, uuid_text(application_ids), uuid_text(ids), succeeded, give_up
    )
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


class Sent(NamedTuple):
    secret_encrypted: bytes
    body: bytes


_FIND_SENT: Final = """
    SELECT secret_encrypted, body FROM deliveries WHERE application_id = $1 AND id = $2
"""


async def find_sent(connection: Connection, application_id: UUID, delivery_id: UUID) -> Sent | None:
    """What is signed, and with what."""
    row = await connection.fetchrow(_FIND_SENT, application_id, delivery_id)
    return None if row is None else Sent._make(row)


# An intent's deliveries have the ids of its events.
_OF_INTENTS: Final = """
    AND id IN (SELECT id FROM events
        WHERE payment_intent_uuid = ANY($5::uuid[]) AND application_id = $1)
"""
# What is asked for, as indexes know it. Those that wait, for whichever try, stand together.
_WAITING: Final = f"status = '{DeliveryStatus.PENDING}'"
_CONDITIONS: Final = {
    DeliveryState.ON_ITS_WAY: _WAITING,
    DeliveryState.BEING_RETRIED: f"{_WAITING} AND tries > 0",
    DeliveryState.RECEIVED: f"status = '{DeliveryStatus.SUCCEEDED}'",
    DeliveryState.FAILED: f"status = '{DeliveryStatus.FAILED}'",
}
_ALL: Final = (DeliveryState.ON_ITS_WAY, DeliveryState.RECEIVED, DeliveryState.FAILED)


def _runs(
    states: Iterable[DeliveryState], events: Iterable[EventKind], order: str, more: str = ""
) -> str:
    """Each kind is one run of an index in the order of the list, so however rare a kind is among
    the others, a page reads no more than a page of each."""
    run = f"""
        (SELECT id FROM deliveries
        WHERE application_id = $1 AND {{condition}} AND event = '{{event}}'
          AND id >= $2 AND id < $3 {more}
        ORDER BY id {order} LIMIT $4)
    """
    each = [
        run.format(condition=_CONDITIONS[state], event=event)
        for state in states
        for event in events
    ]
    return f"SELECT id FROM ({'UNION ALL'.join(each)}) AS run ORDER BY id {order} LIMIT $4"


class DeliveryFilter(NamedTuple):
    """Whatever is given must hold. `ON_ITS_WAY` holds for those being retried as well."""

    state: DeliveryState | None = None
    event: EventKind | None = None
    payment_intent_uuids: Sequence[UUID] | None = None
    created_from: datetime | None = None
    created_before: datetime | None = None


async def page(
    connection: Connection,
    application_id: UUID,
    wanted: DeliveryFilter,
    before: UUID | None,
    limit: int,
) -> list[Delivery]:
    """The newest first, from the one after `before` on."""
    ends = [first_uuid_at(wanted.created_before)] if wanted.created_before else []
    uuids = wanted.payment_intent_uuids
    runs = _runs(
        [wanted.state] if wanted.state else _ALL,
        [wanted.event] if wanted.event else EventKind,
        "DESC",
        "" if uuids is None else _OF_INTENTS,
    )
    rows = await connection.fetch(
        f"{_SELECT} AND delivery.id IN ({runs}) ORDER BY delivery.id DESC",
        application_id,
        first_uuid_at(wanted.created_from) if wanted.created_from else _FIRST,
        min([before or _LAST, *ends]),
        limit,
        *([] if uuids is None else [uuids]),
    )
    return [Delivery._make(row) for row in rows]


_NOT_RECEIVED: Final = _runs((DeliveryState.BEING_RETRIED, DeliveryState.FAILED), EventKind, "ASC")


async def not_received_after(
    connection: Connection, application_id: UUID, after: UUID, limit: int
) -> list[UUID]:
    """Failed or being retried, the oldest first."""
    following = UUID(int=min(after.int + 1, _LAST.int))
    rows = await connection.fetch(_NOT_RECEIVED, application_id, following, _LAST, limit)
    return [row[0] for row in rows]


_LATEST_BY_STATE: Final = """
    SELECT status, least(tries, 1) AS tried, count(*) FROM (
        SELECT status, tries FROM deliveries WHERE application_id = $1 AND NOT is_test
        ORDER BY id DESC LIMIT $2
    ) AS latest
    GROUP BY status, tried
"""


async def latest_by_state(
    connection: Connection, application_id: UUID, count: int
) -> Counter[DeliveryState]:
    """How many of the latest ones are in each state; tests do not count."""
    counted = Counter[DeliveryState]()
    for status, tried, found in await connection.fetch(_LATEST_BY_STATE, application_id, count):
        counted[state_of(status, tried)] += found
    return counted
