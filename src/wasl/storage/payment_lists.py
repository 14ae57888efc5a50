"""Payments as the dashboard lists them: newest first, in pages that end where the next begins."""

from datetime import datetime
from typing import Final
from uuid import UUID

from wasl.domain.listed_payment import ListedPayment, PaymentFilter, first_uuid_of
from wasl.storage.pool import Connection

_COLUMNS: Final = """
    SELECT intent.uuid, intent.reference, intent.merchant_reference, intent.amount_minor,
        intent.currency, intent.status, intent.description, intent.created_at,
        intent.updated_at, intent.expires_at, paid.method, paid.masked_payer
"""
_ALL: Final = f"""
    {_COLUMNS} FROM payment_intents AS intent
    LEFT JOIN LATERAL (
        SELECT method, masked_payer FROM attempts
        WHERE payment_intent_uuid = intent.uuid AND state = 'paid' AND NOT surplus
        ORDER BY created_at LIMIT 1
    ) AS paid ON true
    WHERE intent.application_id = $1
"""
# Found through the attempts: few payments of one method may stand among many others.
_BY_METHOD: Final = f"""
    {_COLUMNS} FROM attempts AS paid
    JOIN payment_intents AS intent ON intent.uuid = paid.payment_intent_uuid
        AND intent.application_id = paid.application_id
    WHERE paid.application_id = $1 AND paid.state = 'paid' AND NOT paid.surplus
"""


async def page(
    connection: Connection,
    application_id: UUID,
    wanted: PaymentFilter,
    before: UUID | None,
    limit: int,
) -> list[ListedPayment]:
    """Older than `before`, which is the last one of the page before."""
    conditions = _Conditions(application_id)
    ordered_by = "intent.uuid"
    if wanted.method is not None:
        ordered_by = "paid.payment_intent_uuid"
        conditions.add("paid.method = {}", wanted.method)
    conditions.add(f"{ordered_by} < {{}}", before)
    conditions.add(f"{ordered_by} >= {{}}", _first_uuid(wanted.created_from))
    conditions.add(f"{ordered_by} < {{}}", _first_uuid(wanted.created_before))
    conditions.add("intent.status = {}", wanted.status)
    conditions.add("intent.amount_minor = {}", wanted.amount_minor)
    conditions.add(
        "intent.uuid = ANY({}::uuid[])", await _named(connection, application_id, wanted)
    )
    select = _ALL if wanted.method is None else _BY_METHOD
    rows = await connection.fetch(
        f"{select} {conditions.sql} ORDER BY {ordered_by} DESC LIMIT {limit:d}",
        *conditions.arguments,
    )
    return [ListedPayment._make(row) for row in rows]


class _Conditions:
    """What must hold beside the application, numbered as it comes."""

    def __init__(self, application_id: UUID) -> None:
        self.arguments: list[object] = [application_id]
        self.sql = ""

    def add(self, condition: str, value: object | None) -> None:
        if value is not None:
            self.arguments.append(value)
            self.sql += f" AND {condition.format(f'${len(self.arguments)}')}"


_FIND_NAMED: Final = """
    SELECT uuid FROM payment_intents WHERE application_id = $1 AND reference = upper($2)
    UNION
    SELECT uuid FROM payment_intents WHERE application_id = $1 AND merchant_reference = $2
    UNION
    SELECT uuid FROM payment_intents WHERE application_id = $1 AND uuid = $3
"""


async def _named(
    connection: Connection, application_id: UUID, wanted: PaymentFilter
) -> list[UUID] | None:
    """Those the text names in any of the ways there are; None where no text is given."""
    if wanted.text is None:
        return None
    rows = await connection.fetch(_FIND_NAMED, application_id, wanted.text, wanted.text_as_uuid)
    return [row[0] for row in rows]


def _first_uuid(moment: datetime | None) -> UUID | None:
    return None if moment is None else first_uuid_of(moment)


_LATEST_DURATIONS: Final = """
    SELECT extract(epoch FROM updated_at - created_at)::float8 FROM payment_intents
    WHERE application_id = $1 AND status = 'succeeded' ORDER BY uuid DESC LIMIT $2
"""


async def latest_durations_s(
    connection: Connection, application_id: UUID, count: int
) -> list[float]:
    """How long the latest payments took from creation to success."""
    rows = await connection.fetch(_LATEST_DURATIONS, application_id, count)
    return [row[0] for row in rows]
