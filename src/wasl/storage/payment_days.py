"""The table `payment_days`: what each application was paid, by day and method."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.event import EventKind
from wasl.storage.payment_intents import IntentKey
from wasl.storage.pool import Connection


class PaymentDay(NamedTuple):
    """`method` is empty where nothing was paid: those are the canceled ones."""

    day: date
    method: str
    succeeded: int
    canceled: int
    amount_minor: int


_MOVED: Final = """
    moved AS (
        SELECT intent.uuid, intent.application_id, intent.paid_method, intent.amount_minor
        FROM unnest($1::uuid[], $2::uuid[]) AS key (uuid, application_id)
        JOIN payment_intents AS intent
            ON intent.uuid = key.uuid AND intent.application_id = key.application_id
    )
"""
# In the order of the key, so that transactions wait for each other in one direction only.
_ADD: Final = """
    INSERT INTO payment_days (application_id, day, method, succeeded, canceled, amount_minor)
    SELECT application_id, (at AT TIME ZONE 'Africa/Tripoli')::date AS day, method,
        sum(succeeded), sum(canceled), sum(amount_minor)
    FROM change GROUP BY application_id, day, method ORDER BY application_id, day, method
    ON CONFLICT (application_id, day, method) DO UPDATE SET
        succeeded = payment_days.succeeded + excluded.succeeded,
        canceled = payment_days.canceled + excluded.canceled,
        amount_minor = payment_days.amount_minor + excluded.amount_minor
"""
# One that had been canceled is taken out of the day it was canceled on.
_ADD_PAID: Final = f"""
    WITH {_MOVED},
    change (application_id, at, method, succeeded, canceled, amount_minor) AS (
        SELECT application_id, $3::timestamptz, paid_method, 1, 0, amount_minor FROM moved
        UNION ALL
        SELECT moved.application_id, event.created_at, '', 0, -1, 0
        FROM moved JOIN events AS event ON event.payment_intent_uuid = moved.uuid
            AND event.application_id = moved.application_id
        WHERE event.kind = '{EventKind.CANCELED}'
    )
    {_ADD}
"""
_ADD_CANCELED: Final = f"""
    WITH {_MOVED},
    change (application_id, at, method, succeeded, canceled, amount_minor) AS (
        SELECT application_id, $3::timestamptz, '', 0, 1, 0 FROM moved
    )
    {_ADD}
"""
_ADD_BY_KIND: Final = {EventKind.SUCCEEDED: _ADD_PAID, EventKind.CANCELED: _ADD_CANCELED}


async def add(
    connection: Connection, moved: Sequence[IntentKey], kind: EventKind, now: datetime
) -> None:
    """Counts those that have just moved, in the transaction that moved them."""
    uuids, application_ids = zip(*moved, strict=True)
    await connection.execute(_ADD_BY_KIND[kind], uuids, application_ids, now)


_SINCE: Final = """
    SELECT day, method, succeeded, canceled, amount_minor FROM payment_days
    WHERE application_id = $1 AND day >= $2 ORDER BY day, method
"""


async def since(connection: Connection, application_id: UUID, first_day: date) -> list[PaymentDay]:
    rows = await connection.fetch(_SINCE, application_id, first_day)
    return [PaymentDay._make(row) for row in rows]
