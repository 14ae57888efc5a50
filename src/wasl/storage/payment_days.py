"""The table `payment_days`: what each application was paid, by day and method."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.storage.payment_intents import IntentKey
from wasl.storage.pool import Connection


class PaymentDay(NamedTuple):
    """`method` is empty where nothing was paid: those are the canceled ones."""

    day: date
    method: str
    succeeded: int
    canceled: int
    amount_minor: int


# In the order of the key, so that two transactions wait for each other in one direction only.
_ADD: Final = """
    INSERT INTO payment_days (application_id, day, method, succeeded, canceled, amount_minor)
    SELECT intent.application_id, ($3::timestamptz AT TIME ZONE 'Africa/Tripoli')::date, $4,
        CASE WHEN $5 THEN count(*) ELSE 0 END, CASE WHEN $5 THEN 0 ELSE count(*) END,
        CASE WHEN $5 THEN sum(amount_minor) ELSE 0 END
    FROM unnest($1::uuid[], $2::uuid[]) AS moved (uuid, application_id)
    JOIN payment_intents AS intent
        ON intent.uuid = moved.uuid AND intent.application_id = moved.application_id
    GROUP BY intent.application_id ORDER BY intent.application_id
    ON CONFLICT (application_id, day, method) DO UPDATE SET
        succeeded = payment_days.succeeded + excluded.succeeded,
        canceled = payment_days.canceled + excluded.canceled,
        amount_minor = payment_days.amount_minor + excluded.amount_minor
"""


async def add_paid(
    connection: Connection, moved: Sequence[IntentKey], method: str, now: datetime
) -> None:
    await _add(connection, moved, method, now, paid=True)


async def add_canceled(connection: Connection, moved: Sequence[IntentKey], now: datetime) -> None:
    await _add(connection, moved, "", now, paid=False)


async def _add(
    connection: Connection, moved: Sequence[IntentKey], method: str, now: datetime, *, paid: bool
) -> None:
    uuids, application_ids = zip(*moved, strict=True)
    await connection.execute(_ADD, uuids, application_ids, now, method, paid)


_SINCE: Final = """
    SELECT day, method, succeeded, canceled, amount_minor FROM payment_days
    WHERE application_id = $1 AND day >= $2 ORDER BY day, method
"""


async def since(connection: Connection, application_id: UUID, first_day: date) -> list[PaymentDay]:
    rows = await connection.fetch(_SINCE, application_id, first_day)
    return [PaymentDay._make(row) for row in rows]
