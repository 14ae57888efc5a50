"""The database goes away after a provider has answered: the answer is kept until it is back."""

import asyncio
from collections.abc import Iterator
from time import monotonic

import pytest
from structlog.testing import capture_logs

from tests.engine import values
from tests.engine.engine import AMOUNT, Engine, wait_until
from tests.engine.sandbox import Sandbox
from tests.support.postgres import Postgres
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt, DeclineReason
from wasl.domain.errors import AttemptNotFound, ServiceUnavailable
from wasl.domain.payment_intent import new_uuid
from wasl.provider_interface import Declined, Paid
from wasl.services.settle_patiently import SettlePatiently
from wasl.storage.pool import close_pool, open_pool

# From the code's arrival at the provider to its answer: the database crashes in between.
ANSWERS_AFTER_S = 1.5
OPERATIONS = {"edfali": "OnlineConfTrans", "sadad": "Pay"}


@pytest.fixture
def fragile_engine(fragile: Postgres, sandbox: Sandbox) -> Iterator[Engine]:
    engine = Engine(fragile.new_migrated_database(), sandbox)
    yield engine
    engine.assert_books_in_order()
    engine.close()


async def answered_into_an_outage(
    engine: Engine, postgres: Postgres, attempt: Attempt, code: str
) -> asyncio.Task[Attempt]:
    """The provider has answered, and there is nowhere to put its answer."""
    operation = OPERATIONS[attempt.method]
    engine.sandbox.fault(attempt.method, operation, "slow", seconds=ANSWERS_AFTER_S)
    confirming = asyncio.create_task(engine.confirming(attempt, code))
    await wait_until(lambda: engine.sandbox.asked(operation) == 1)
    await asyncio.to_thread(postgres.crash)
    await asyncio.sleep(ANSWERS_AFTER_S + 0.5)
    assert not confirming.done()
    return confirming


async def confirm_during_an_outage(
    engine: Engine, postgres: Postgres, attempt: Attempt, code: str
) -> Attempt:
    confirming = await answered_into_an_outage(engine, postgres, attempt, code)
    await asyncio.to_thread(postgres.restart)
    return await confirming


@pytest.mark.parametrize(
    ("method", "phone", "code", "state", "status"),
    [
        (Method.EDFALI, values.EDFALI_APPROVED, values.EDFALI_CODE, "paid", "succeeded"),
        (
            *(Method.SADAD, values.SADAD_APPROVED, values.SADAD_WRONG_CODE),
            *("awaiting_code", "requires_payment_method"),
        ),
    ],
    ids=["paid", "a wrong code"],
)
def test_an_answer_outlives_an_outage_of_the_database(
    fragile_engine: Engine,
    fragile: Postgres,
    method: Method,
    phone: str,
    code: str,
    state: str,
    status: str,
) -> None:
    engine = fragile_engine
    intent = engine.new_intent()
    attempt = engine.start(intent, method, phone)
    settled = engine.run(confirm_during_an_outage(engine, fragile, attempt, code))
    assert settled.state == engine.attempt(attempt).state == state
    assert (engine.status(intent), settled.needs_person) == (status, False)
    assert engine.sandbox.asked(OPERATIONS[method]) == 1, "the code is never sent again"
    engine.assert_ledger_agrees()


def test_who_waited_for_too_long_is_told_so_and_the_answer_is_in_the_log(
    fragile_engine: Engine, fragile: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = fragile_engine
    monkeypatch.setattr(engine.services.confirm_attempt._settle, "_patience_s", 2.5)
    attempt = engine.start(engine.new_intent(), Method.EDFALI, values.EDFALI_APPROVED)

    async def wait_in_vain() -> None:
        confirming = await answered_into_an_outage(engine, fragile, attempt, values.EDFALI_CODE)
        async with asyncio.timeout(20):
            await confirming

    with capture_logs() as logs:
        with pytest.raises(ServiceUnavailable):
            engine.run(wait_in_vain())
        fragile.restart()
    (told,) = [line for line in logs if line["event"] == "answer_not_recorded"]
    assert (told["attempt"], told["answer"]) == (str(attempt.id), "Paid")
    assert engine.sandbox.asked("OnlineConfTrans") == 1
    engine.pass_time(60)
    engine.reconcile()
    assert [waiting.id for waiting in engine.unresolved()] == [attempt.id]


def test_nobody_waits_for_anything_but_the_database(engine: Engine) -> None:
    pool = engine.run(open_pool(engine.database_url, max_size=1))
    attempt = engine.start(engine.new_intent(), Method.EDFALI, values.EDFALI_APPROVED)
    unheard_of = attempt._replace(id=new_uuid(engine.now))
    started_s = monotonic()
    with pytest.raises(AttemptNotFound):
        engine.run(SettlePatiently(pool)(unheard_of, Paid("tx", AMOUNT), False, engine.now))
    assert monotonic() - started_s < 1
    engine.run(close_pool(pool))


def test_an_answer_stored_again_leaves_a_newer_code_alone(engine: Engine) -> None:
    """The first try was stored, but its commit was in doubt; the customer has gone on."""
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_CHARGED_LOST)
    first = engine.confirm(attempt, values.SADAD_WRONG_CODE)
    assert first.state == "awaiting_code"
    engine.pass_time(1)
    second = engine.confirm(attempt, values.SADAD_CODE)
    assert second.state == "in_flight"
    pool = engine.run(open_pool(engine.database_url, max_size=1))
    settle = SettlePatiently(pool)
    engine.run(settle(first, Declined(DeclineReason.WRONG_CODE, "again"), True, engine.now))
    assert engine.attempt(attempt) == second
    assert second.provider_reference is not None
    engine.run(settle(first, Paid(second.provider_reference, AMOUNT), True, engine.now))
    assert engine.attempt(attempt).state == "paid", "money that moved is never denied"
    engine.assert_ledger_agrees()
    engine.run(close_pool(pool))
