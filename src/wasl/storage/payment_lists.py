"""Payments as the dashboard lists them: newest first, in pages that end where the next begins."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.listed_payment import ListedPayment, PaymentFilter
from wasl.domain.payment_intent import Status, first_uuid_at
from wasl.storage.pool import Connection

_FIRST: Final = UUID(int=0)
_LAST: Final = UUID(int=(1 << 128) - 1)
# A reference is random, so that more than a few are never the same.
_NAMED_AT_MOST: Final = 100

# Each kind is one run of an index in the order of the list, so however rare a kind is among the
# others, a page reads no more than a page of each.
_MATCHING: Final = """
    SELECT run.uuid FROM unnest($2::text[], $3::text[]) AS kind (status, method)
    CROSS JOIN LATERAL (
        SELECT uuid FROM payment_intents
        WHERE application_id = $1 AND status = kind.status AND paid_method = kind.method
          AND uuid >= $4 AND uuid < $5 {more}
        ORDER BY uuid DESC LIMIT $6
    ) AS run
    ORDER BY run.uuid DESC LIMIT $6
"""
_WITH_AMOUNT: Final = "AND amount_minor = $7"
_AMONG: Final = "AND uuid = ANY($7::uuid[]) AND ($8::bigint IS NULL OR amount_minor = $8)"


def _matching(
    application_id: UUID,
    wanted: PaymentFilter,
    named: Sequence[UUID] | None,
    before: UUID | None,
    limit: int,
) -> tuple[str, list[object]]:
    """The SQL that finds the uuids, and its arguments."""
    ends = [first_uuid_at(wanted.created_before)] if wanted.created_before else []
    statuses, methods = zip(*wanted.kinds, strict=True) if wanted.kinds else ([], [])
    arguments: list[object] = [
        application_id,
        statuses,
        methods,
        first_uuid_at(wanted.created_from) if wanted.created_from else _FIRST,
        min([before or _LAST, *ends]),
        limit,
    ]
    if named is not None:
        return _MATCHING.format(more=_AMONG), [*arguments, named, wanted.amount_minor]
    if wanted.amount_minor is not None:
        return _MATCHING.format(more=_WITH_AMOUNT), [*arguments, wanted.amount_minor]
    return _MATCHING.format(more=""), arguments


# Each row is looked up by its key. Joined, with statistics from before the rows came in, all
# payments of the application would be read to find those of one page.
_PAGE: Final = """
    SELECT intent.uuid, intent.reference, intent.merchant_reference, intent.amount_minor,
        intent.currency, intent.status, intent.description, intent.created_at,
        intent.updated_at, intent.expires_at, nullif(intent.paid_method, ''), paid.masked_payer
    FROM ({matching}) AS found
    CROSS JOIN LATERAL (
        SELECT * FROM payment_intents
        WHERE uuid = found.uuid AND application_id = $1 LIMIT 1
    ) AS intent
    LEFT JOIN LATERAL (
        SELECT masked_payer FROM attempts
        WHERE payment_intent_uuid = intent.uuid AND application_id = $1
          AND state = 'paid' AND method = intent.paid_method
        ORDER BY surplus, created_at LIMIT 1
    ) AS paid ON intent.status = 'succeeded'
    ORDER BY intent.uuid DESC
"""


async def page(
    connection: Connection,
    application_id: UUID,
    wanted: PaymentFilter,
    before: UUID | None,
    limit: int,
) -> list[ListedPayment]:
    """Older than `before`, which is the last one of the page before."""
    named = await _named_by(connection, application_id, wanted)
    matching, arguments = _matching(application_id, wanted, named, before, limit)
    rows = await connection.fetch(_PAGE.format(matching=matching), *arguments)
    return [ListedPayment._make(row) for row in rows]


class Totals(NamedTuple):
    """Of the newest ones that match, up to a limit."""

    payments: int
    paid: int
    paid_minor: int


_TOTALS: Final = f"""
    SELECT count(*), count(*) FILTER (WHERE status = '{Status.SUCCEEDED}'),
        coalesce(sum(amount_minor) FILTER (WHERE status = '{Status.SUCCEEDED}'), 0)::bigint
    FROM ({{matching}}) AS found
    JOIN payment_intents AS intent ON intent.uuid = found.uuid AND intent.application_id = $1
"""


async def totals(
    connection: Connection, application_id: UUID, wanted: PaymentFilter, limit: int
) -> Totals:
    named = await _named_by(connection, application_id, wanted)
    matching, arguments = _matching(application_id, wanted, named, None, limit)
    row = await connection.fetchrow(_TOTALS.format(matching=matching), *arguments)
    assert row is not None
    return Totals._make(row)


_FIND_NAMED: Final = """
    (SELECT uuid FROM payment_intents WHERE application_id = $1 AND reference = upper($2) LIMIT $4)
    UNION
    SELECT uuid FROM payment_intents WHERE application_id = $1 AND merchant_reference = $2
    UNION
    SELECT uuid FROM payment_intents WHERE application_id = $1 AND uuid = $3
"""


async def named(connection: Connection, application_id: UUID, text: str) -> list[UUID]:
    """Those the text names in any of the ways there are."""
    try:
        as_uuid = UUID(text)
    except ValueError:
        as_uuid = None
    rows = await connection.fetch(_FIND_NAMED, application_id, text, as_uuid, _NAMED_AT_MOST)
    return [row[0] for row in rows]


async def _named_by(
    connection: Connection, application_id: UUID, wanted: PaymentFilter
) -> list[UUID] | None:
    """None where no text is given."""
    return await named(connection, application_id, wanted.text) if wanted.text else None


_LATEST_DURATIONS: Final = f"""
    SELECT extract(epoch FROM intent.updated_at - intent.created_at)::float8
    FROM ({_MATCHING.format(more="")}) AS found
    JOIN payment_intents AS intent ON intent.uuid = found.uuid AND intent.application_id = $1
"""


async def latest_durations_s(
    connection: Connection, application_id: UUID, count: int
) -> list[float]:
    """How long the latest payments took from creation to success."""
    kinds = PaymentFilter(status=Status.SUCCEEDED).kinds
    statuses, methods = zip(*kinds, strict=True)
    rows = await connection.fetch(
        _LATEST_DURATIONS, application_id, statuses, methods, _FIRST, _LAST, count
    )
    return [row[0] for row in rows]
