"""The sums of the overview are those of the payments, whatever happens at the same moment."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from tests.engine import values
from tests.engine.engine import Engine
from tests.engine.sandbox import Sandbox
from tests.support.postgres import Postgres
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt
from wasl.provider_interface import Paid

# Counted again from what is stored: each intent once, in the end it has.
COUNTED_AGAIN = """
    SELECT intent.application_id, (event.created_at AT TIME ZONE 'Africa/Tripoli')::date AS day,
        intent.paid_method AS method,
        count(*) FILTER (WHERE intent.status = 'succeeded') AS succeeded,
        count(*) FILTER (WHERE intent.status = 'canceled') AS canceled,
        coalesce(sum(intent.amount_minor) FILTER (WHERE intent.status = 'succeeded'), 0)::bigint
            AS amount_minor
    FROM events AS event JOIN payment_intents AS intent ON intent.uuid = event.payment_intent_uuid
    WHERE event.kind = 'payment_intent.' || intent.status
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
STORED = """
    SELECT application_id, day, method, succeeded, canceled, amount_minor FROM payment_days
    WHERE succeeded <> 0 OR canceled <> 0 OR amount_minor <> 0 ORDER BY 1, 2, 3
"""


@pytest.fixture(scope="module")
def own_engine(postgres: Postgres, simulators: Sandbox) -> Iterator[Engine]:
    engine = Engine(postgres.new_migrated_database(), simulators)
    yield engine
    engine.close()


@pytest.fixture
def engine(own_engine: Engine) -> Iterator[Engine]:
    """Empty before each test; the sums must be right after each."""
    own_engine.reset()
    own_engine.execute("DELETE FROM payment_days")
    yield own_engine
    own_engine.assert_books_in_order()
    assert own_engine.fetch(STORED) == own_engine.fetch(COUNTED_AGAIN)


def sums(engine: Engine) -> list[tuple[Any, ...]]:
    return [tuple(row)[2:] for row in engine.fetch(STORED)]


def pay(engine: Engine, intent: UUID) -> None:
    attempt = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    engine.confirm(attempt, values.SADAD_CODE)


def test_a_payment_counts_with_its_method_and_amount(engine: Engine) -> None:
    pay(engine, engine.new_intent(amount=25_000))
    pay(engine, engine.new_intent(amount=5_000))
    attempt = engine.start(engine.new_intent(amount=1_000), Method.CARD)
    engine.pay_card(attempt, values.CARD_APPROVED)
    engine.revisit(attempt)
    assert sums(engine) == [("card", 1, 0, 1_000), ("sadad", 2, 0, 30_000)]


def test_moves_that_end_nothing_count_nothing(engine: Engine) -> None:
    engine.start(engine.new_intent(), Method.CARD)
    engine.start(engine.new_intent(), Method.SADAD, values.SADAD_APPROVED)
    assert sums(engine) == []


def test_one_batch_of_many_applications_counts_each(engine: Engine) -> None:
    shops = [engine.new_application(*Method) for _ in range(5)]
    for number, shop in enumerate(shops):
        for _ in range(number + 1):
            engine.new_intent(expires_in=timedelta(minutes=6), application_id=shop)
    engine.pass_time(600)
    assert engine.expire() == 15
    counted = {row[0]: row[4] for row in engine.fetch(STORED)}
    assert counted == {shop: number + 1 for number, shop in enumerate(shops)}


def test_a_late_payment_leaves_the_day_it_was_canceled_on(engine: Engine) -> None:
    intent = engine.new_intent(expires_in=timedelta(minutes=6))
    attempt = engine.start(intent, Method.CARD)
    engine.revisit(attempt)
    engine.pass_time(360)
    assert engine.expire() == 1
    assert sums(engine) == [("", 0, 1, 0)]
    # On another day it turns out to have been paid.
    engine.pay_card(attempt, values.CARD_TOLD_NOTHING)
    engine.pass_time(30 * 3600)
    engine.reconcile()
    assert engine.status(intent) == "succeeded"
    assert sums(engine) == [("card", 1, 0, 25_000)]
    days = engine.fetch("SELECT day, method, succeeded, canceled FROM payment_days ORDER BY day")
    assert [tuple(row)[1:] for row in days] == [("", 0, 0), ("card", 1, 0)]
    assert days[0][0] < days[1][0]


def test_a_surplus_is_not_counted_again(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    engine.pay_card(attempt, values.CARD_APPROVED)
    engine.pay_card(attempt, values.CARD_TOLD_NOTHING)
    engine.revisit(attempt)
    assert engine.attempt(attempt).surplus
    assert sums(engine) == [("card", 1, 0, 25_000)]


def test_answers_at_the_same_moment_count_once(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_CHARGED_LOST)
    attempt = engine.confirm(attempt, values.SADAD_CODE)
    assert attempt.provider_reference is not None
    ask = engine.services.ask_provider
    engine.at_once(*(ask(engine.attempt(attempt), engine.now) for _ in range(8)))
    assert sums(engine) == [("sadad", 1, 0, 25_000)]


def test_payments_and_expiries_of_many_applications_at_once_never_wait_in_a_circle(
    engine: Engine,
) -> None:
    """Late payments touch two days of an application, a sweep one day of each."""
    shops = [engine.new_application(*Method) for _ in range(4)]
    late: list[Attempt] = []
    for shop in shops:
        for _ in range(5):
            intent = engine.new_intent(expires_in=timedelta(minutes=6), application_id=shop)
            attempt = engine.start(intent, Method.SADAD, values.approved_sadad_phone(len(late)))
            late.append(attempt)
        for _ in range(20):
            engine.new_intent(expires_in=timedelta(minutes=7), application_id=shop)
    engine.now += timedelta(minutes=6, seconds=30)
    assert engine.expire() == 20
    engine.now += timedelta(days=1)
    settle = engine.services.ask_provider._settle
    results = engine.at_once(
        *(settle(attempt.id, Paid(attempt.id.hex, 25_000), True, engine.now) for attempt in late),
        *(engine.services.expire_payment_intents(engine.now) for _ in range(4)),
    )
    assert [result for result in results if isinstance(result, BaseException)] == []
    assert sum(row[3] for row in engine.fetch(STORED)) == 20
    assert sum(row[4] for row in engine.fetch(STORED)) == 80


def test_who_sees_the_status_sees_the_sums(engine: Engine) -> None:
    """A crash before the end of the transaction leaves neither."""
    intent = engine.new_intent()
    attempt = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    engine.execute("ALTER TABLE payment_days ADD CONSTRAINT never CHECK (succeeded = 0)")
    try:
        (result,) = engine.at_once(engine.confirming(attempt, values.SADAD_CODE))
        assert isinstance(result, BaseException)
        assert engine.status(intent) == "processing"
        assert engine.events(intent) == []
    finally:
        engine.execute("ALTER TABLE payment_days DROP CONSTRAINT never")
    engine.pass_time(60)
    engine.reconcile()
    assert sums(engine) == [("sadad", 1, 0, 25_000)]
