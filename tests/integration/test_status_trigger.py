"""The trigger of the database allows exactly the moves of the domain's table."""

import itertools
import uuid

import asyncpg
import pytest

from tests.support.service import Service
from wasl.domain.payment_intent import ALLOWED_NEXT, Status

INSERT = """
    INSERT INTO payment_intents
        (uuid, application_id, merchant_reference, reference, amount_minor, currency, status,
         expires_at, created_at, updated_at)
    VALUES ($1::uuid, $2, $1::uuid::text, 'TESTTEST', 1000, 'LYD', $3,
        now() + '1 day', now(), now())
"""


def insert(service: Service, status: Status) -> uuid.UUID:
    key = uuid.uuid4()
    service.database.execute(INSERT, key, service.application_id, status)
    return key


@pytest.mark.parametrize(("now", "then"), list(itertools.product(Status, Status)))
def test_a_move_is_possible_exactly_when_the_table_allows_it(
    service: Service, now: Status, then: Status
) -> None:
    key = insert(service, now)
    if then in ALLOWED_NEXT[now] or then is now:
        service.move(str(key), then)
        expected = then
    else:
        with pytest.raises(asyncpg.CheckViolationError, match=f"from {now} to {then}"):
            service.move(str(key), then)
        expected = now
    status = service.database.value("SELECT status FROM payment_intents WHERE uuid = $1", key)
    assert status == expected


@pytest.mark.parametrize(
    ("column", "value"),
    [("status", "'refunded'"), ("amount_minor", "999"), ("amount_minor", "1000000001")],
)
def test_the_table_refuses_what_no_intent_may_be(service: Service, column: str, value: str) -> None:
    key = insert(service, Status.REQUIRES_PAYMENT_METHOD)
    with pytest.raises(asyncpg.CheckViolationError):
        service.database.execute(
            f"UPDATE payment_intents SET {column} = {value} WHERE uuid = $1", key
        )


def test_the_table_refuses_a_second_intent_with_the_reference_of_a_first(
    service: Service,
) -> None:
    key = insert(service, Status.REQUIRES_PAYMENT_METHOD)
    other = insert(service, Status.REQUIRES_PAYMENT_METHOD)
    with pytest.raises(asyncpg.UniqueViolationError):
        service.database.execute(
            "UPDATE payment_intents SET merchant_reference = $2 WHERE uuid = $1", key, str(other)
        )
