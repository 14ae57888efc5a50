"""What a checkout shows, read from three tables at once."""

from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.attempt import Attempt
from wasl.domain.payment_intent import PaymentIntent
from wasl.storage.payment_intents import COLUMNS as INTENT_COLUMNS
from wasl.storage.pool import Connection


class CheckoutRow(NamedTuple):
    intent: PaymentIntent
    merchant_name: str
    mode: str
    methods: list[str]
    attempt: Attempt | None


# Of several attempts the one that matters most: what was paid, then what is being paid, then
# the one that was asked for, then the latest.
_FIND: Final = f"""
    SELECT {", ".join(f"intent.{name}" for name in INTENT_COLUMNS)},
        application.name, application.mode, application.methods,
        {", ".join(f"attempt.{name}" for name in Attempt._fields)}
    FROM payment_intents AS intent
    JOIN applications AS application ON application.id = intent.application_id
    LEFT JOIN LATERAL (
        SELECT * FROM attempts
        WHERE payment_intent_uuid = intent.uuid
        ORDER BY (state = 'paid' AND NOT surplus) DESC, (state = 'in_flight') DESC,
            (id = $2) DESC, created_at DESC, id DESC
        LIMIT 1
    ) AS attempt ON true
    WHERE intent.uuid = $1
"""


async def find(
    connection: Connection, intent_uuid: UUID, attempt_id: UUID | None
) -> CheckoutRow | None:
    row = await connection.fetchrow(_FIND, intent_uuid, attempt_id)
    if row is None:
        return None
    values = tuple(row)
    shown = len(INTENT_COLUMNS)
    name, mode, methods = values[shown : shown + 3]
    attempt = values[shown + 3 :]
    return CheckoutRow(
        PaymentIntent._make(values[:shown]),
        name,
        mode,
        methods,
        None if attempt[0] is None else Attempt._make(attempt),
    )
