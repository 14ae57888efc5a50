"""The database refuses by itself what the domain's table does not allow."""

import itertools

import asyncpg
import pytest

from tests.engine.engine import Engine
from wasl.domain.attempt import ATTEMPT_ALLOWED_NEXT, AttemptState
from wasl.domain.payment_intent import new_uuid

INSERT = """
    INSERT INTO attempts (id, application_id, payment_intent_uuid, method, state, created_at,
        updated_at, needs_person, provider_reference)
    SELECT $1, application_id, uuid, 'sadad', $3, now(), now(), $3 IN ('in_flight', 'abandoned'),
        '1'
    FROM payment_intents WHERE uuid = $2
"""


@pytest.mark.parametrize(("now", "then"), list(itertools.product(AttemptState, AttemptState)))
def test_an_attempt_moves_exactly_as_the_table_allows(
    engine: Engine, now: AttemptState, then: AttemptState
) -> None:
    key = new_uuid(engine.now)
    engine.execute(INSERT, key, engine.new_intent(), now)
    move = engine.sql.execute("UPDATE attempts SET state = $2 WHERE id = $1", key, then)
    if then in ATTEMPT_ALLOWED_NEXT[now] or then is now:
        assert engine.run(move) == "UPDATE 1"
        expected = then
    else:
        with pytest.raises(asyncpg.CheckViolationError, match=f"from {now} to {then}"):
            engine.run(move)
        expected = now
    ((state,),) = engine.fetch("SELECT state FROM attempts WHERE id = $1", key)
    assert state == expected
    engine.reset()


def test_a_second_attempt_in_flight_for_one_intent_is_refused(engine: Engine) -> None:
    intent = engine.new_intent()
    engine.execute(INSERT, new_uuid(engine.now), intent, "in_flight")
    with pytest.raises(asyncpg.UniqueViolationError, match="attempts_one_in_flight"):
        engine.execute(INSERT, new_uuid(engine.now), intent, "in_flight")
    engine.execute(INSERT, new_uuid(engine.now), intent, "awaiting_code")
    with pytest.raises(asyncpg.UniqueViolationError, match="attempts_one_in_flight"):
        engine.execute("UPDATE attempts SET state = 'in_flight' WHERE state = 'awaiting_code'")
    engine.execute(INSERT, new_uuid(engine.now), engine.new_intent(), "in_flight")
    engine.reset()


def test_no_other_state_and_no_other_method_is_known(engine: Engine) -> None:
    intent = engine.new_intent()
    with pytest.raises(asyncpg.CheckViolationError):
        engine.execute(INSERT, new_uuid(engine.now), intent, "refunded")
    engine.execute(INSERT, new_uuid(engine.now), intent, "started")
    with pytest.raises(asyncpg.CheckViolationError):
        engine.execute("UPDATE attempts SET method = 'cash'")
