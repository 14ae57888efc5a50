"""kill -9 between a provider's call and its result: settled afterwards, never charged again."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.engine import values
from tests.engine.engine import Engine
from tests.engine.processes import Worker, running_workers, submit_code_in_a_process
from tests.engine.sandbox import Sandbox
from tests.support.waiting import wait_for
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt

# Far longer than the test lives: the answer never comes.
HELD_BACK_S = 600


@pytest.fixture(scope="module")
def own_engine(postgres_database: str, shared_sandbox: Sandbox) -> Iterator[tuple[Engine, Worker]]:
    engine = Engine(postgres_database, shared_sandbox)
    with running_workers(1, engine.database_url, shared_sandbox.url) as (worker,):
        yield engine, worker
    engine.close()


@pytest.fixture
def beside(own_engine: tuple[Engine, Worker]) -> Iterator[tuple[Engine, Worker]]:
    """An engine at the true time, with a real worker beside it."""
    own_engine[0].reset()
    yield own_engine
    own_engine[0].assert_books_in_order()


def kill_while_the_code_is_under_way(
    engine: Engine, method: Method, phone: str, code: str, sent_s_ago: int
) -> Attempt:
    """The provider has the code and does with it what it does; nobody is left to hear of it."""
    operation = "Pay" if method is Method.SADAD else "OnlineConfTrans"
    engine.now = datetime.now(UTC) - timedelta(seconds=sent_s_ago + 1)
    attempt = engine.start(engine.new_intent(), method, phone)
    engine.sandbox.fault(method.value, operation, "slow", seconds=HELD_BACK_S)
    process = submit_code_in_a_process(
        engine.database_url, engine.sandbox.url, str(attempt.id), code, sent_s_ago
    )
    wait_for(lambda: process.poll() is not None or engine.sandbox.asked(operation))
    process.kill()
    output, errors = process.communicate(timeout=20)
    assert (output, engine.sandbox.asked(operation)) == ("", 1), errors
    return attempt


def state(engine: Engine, attempt: Attempt) -> tuple[str, str]:
    stored = engine.attempt(attempt)
    return stored.state, engine.status(stored.payment_intent_uuid)


def test_a_worker_finds_the_charge_whose_answer_nobody_heard(
    beside: tuple[Engine, Worker],
) -> None:
    engine, _ = beside
    attempt = kill_while_the_code_is_under_way(
        engine, Method.SADAD, values.SADAD_APPROVED, values.SADAD_CODE, sent_s_ago=30
    )
    wait_for(lambda: state(engine, attempt) == ("paid", "succeeded"))
    assert engine.sandbox.asked("Pay") == 1
    assert engine.events(attempt.payment_intent_uuid) == ["succeeded"]
    engine.assert_ledger_agrees()


def test_a_worker_gives_the_intent_back_where_nothing_was_charged(
    beside: tuple[Engine, Worker],
) -> None:
    engine, _ = beside
    attempt = kill_while_the_code_is_under_way(
        engine, Method.SADAD, values.SADAD_POOR, values.SADAD_CODE, sent_s_ago=90
    )
    wait_for(lambda: state(engine, attempt) == ("abandoned", "requires_payment_method"))
    assert engine.sandbox.asked("Pay") == 1
    assert engine.sandbox.ledger() == []


@pytest.mark.parametrize("phone", [values.EDFALI_APPROVED, values.EDFALI_POOR])
def test_edfali_is_handed_to_a_person(beside: tuple[Engine, Worker], phone: str) -> None:
    engine, _ = beside
    attempt = kill_while_the_code_is_under_way(
        engine, Method.EDFALI, phone, values.EDFALI_CODE, sent_s_ago=30
    )
    wait_for(lambda: engine.attempt(attempt).needs_person)
    assert state(engine, attempt) == ("in_flight", "processing")
    assert engine.sandbox.asked("OnlineConfTrans") == 1
    engine.resolve(attempt, paid=bool(engine.sandbox.ledger()))
    engine.assert_ledger_agrees()


def test_a_worker_killed_while_it_asks_is_followed_by_another(
    beside: tuple[Engine, Worker],
) -> None:
    engine, worker = beside
    engine.sandbox.fault("sadad", "enquiry", "slow", seconds=HELD_BACK_S)
    engine.now = datetime.now(UTC) - timedelta(seconds=60)
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_CHARGED_LOST)
    engine.confirm(attempt, values.SADAD_CODE)
    engine.execute("SELECT pg_notify('wasl_wakeups', 'reconcile_sadad')")
    wait_for(lambda: engine.sandbox.asked("enquiry") == 1)
    worker.kill_job_process()
    wait_for(lambda: worker.records("process_died"))
    # The lease runs out.
    engine.execute("UPDATE attempts SET next_inquiry_at = now(), asked_at = now() - interval '1 h'")
    engine.execute("SELECT pg_notify('wasl_wakeups', 'reconcile_sadad')")
    wait_for(lambda: state(engine, attempt) == ("paid", "succeeded"))
    assert engine.events(attempt.payment_intent_uuid) == ["succeeded"]
    engine.assert_ledger_agrees()
