"""What is not known is asked, on a widening schedule, until it is known or 72 hours are over."""

from datetime import datetime, timedelta

import pytest

from tests.engine import values
from tests.engine.engine import Engine
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt
from wasl.domain.inquiry_schedule import ASK_FOR
from wasl.services.ask_provider import LEASE

SOON = timedelta(minutes=6)
QUARTER_HOUR_S = 15 * 60


def lost_sadad(engine: Engine, phone: str = values.SADAD_CHARGED_LOST) -> Attempt:
    attempt = engine.start(engine.new_intent(), Method.SADAD, phone)
    return engine.confirm(attempt, values.SADAD_CODE)


def pass_time_until(engine: Engine, moment: datetime) -> None:
    engine.pass_time((moment - engine.now).total_seconds())


def ask_when_due(engine: Engine, attempt: Attempt) -> timedelta | None:
    """How long it was until it was asked about; None where nobody asks any more."""
    due = engine.attempt(attempt).next_inquiry_at
    if due is None:
        return None
    wait = due - engine.now
    pass_time_until(engine, due)
    assert [asked.id for asked in engine.reconcile()] == [attempt.id]
    return wait


def test_nothing_is_asked_before_its_time_and_once_when_it_has_come(engine: Engine) -> None:
    attempt = lost_sadad(engine)
    engine.pass_time(9.9)
    assert engine.reconcile() == []
    engine.pass_time(0.1)
    (settled,) = engine.reconcile()
    assert (settled.id, settled.state) == (attempt.id, "paid")
    engine.pass_time(ASK_FOR.total_seconds())
    assert engine.reconcile() == []
    assert engine.sandbox.asked("enquiry") == 1
    engine.assert_ledger_agrees()


def test_what_is_not_found_is_asked_less_and_less_often_for_72_hours(engine: Engine) -> None:
    attempt = lost_sadad(engine, values.SADAD_NOT_CHARGED_LOST)
    first = engine.now
    waits: list[timedelta] = []
    while (wait := ask_when_due(engine, attempt)) is not None:
        waits.append(wait)
    *widening, _last = waits
    assert widening == sorted(widening)
    assert widening[0] == timedelta(seconds=10)
    assert widening[-1] == timedelta(hours=8)
    assert sum(waits, timedelta()) == engine.now - first == ASK_FOR
    assert engine.sandbox.asked("enquiry") == len(waits) < 30
    stored = engine.attempt(attempt)
    assert (stored.state, stored.reason, stored.needs_person) == ("failed", "nothing_found", False)


def test_a_provider_that_never_answers_is_asked_for_72_hours_then_a_person(
    engine: Engine,
) -> None:
    attempt = lost_sadad(engine)
    engine.sandbox.fault("sadad", "enquiry", "http_500", times=1000)
    while ask_when_due(engine, attempt) is not None:
        assert engine.attempt(attempt).state == "in_flight"
    stored = engine.attempt(attempt)
    assert (stored.state, stored.needs_person) == ("in_flight", True)
    assert engine.status(stored.payment_intent_uuid) == "processing"
    engine.resolve(attempt, paid=True)
    assert engine.events(stored.payment_intent_uuid) == ["succeeded"]


@pytest.mark.parametrize("kind", ["slow", "cut", "malformed", "wrong_amount", "http_500"])
def test_an_answer_that_is_no_use_changes_nothing_and_is_asked_for_again(
    engine: Engine, kind: str
) -> None:
    attempt = lost_sadad(engine)
    engine.sandbox.fault("sadad", "enquiry", kind, seconds=0.1)
    engine.pass_time(10)
    engine.reconcile()
    if kind != "slow":
        stored = engine.attempt(attempt)
        assert (stored.state, stored.needs_person) == ("in_flight", False)
        assert stored.next_inquiry_at == engine.now + timedelta(seconds=20)
        engine.pass_time(20)
        engine.reconcile()
    assert engine.attempt(attempt).state == "paid"
    engine.assert_ledger_agrees()


@pytest.mark.parametrize("kind", ["cut", "malformed", "wrong_amount", "http_500"])
def test_a_spoiled_answer_to_a_code_is_settled_by_asking(engine: Engine, kind: str) -> None:
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_APPROVED)
    engine.sandbox.fault("sadad", "Pay", kind)
    assert engine.confirm(attempt, values.SADAD_CODE).state == "in_flight"
    engine.pass_time(10)
    engine.reconcile()
    assert engine.attempt(attempt).state == "paid"
    assert engine.sandbox.asked("Pay") == 1
    engine.assert_ledger_agrees()


def test_a_lightbox_nobody_finished_is_closed_after_15_minutes(engine: Engine) -> None:
    intent = engine.new_intent()
    attempt = engine.start(intent, Method.CARD)
    engine.pass_time(QUARTER_HOUR_S - 1)
    assert engine.reconcile() == []
    assert engine.status(intent) == "processing"
    engine.pass_time(1)
    engine.reconcile()
    assert engine.attempt(attempt).state == "abandoned"
    assert engine.status(intent) == "requires_payment_method"
    assert engine.start(intent, Method.CARD).state == "in_flight"


def test_a_card_payment_nobody_told_us_of_is_found_after_15_minutes(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    engine.pay_card(attempt, values.CARD_TOLD_NOTHING)
    engine.pass_time(QUARTER_HOUR_S)
    engine.reconcile()
    assert engine.attempt(attempt).state == "paid"
    engine.assert_ledger_agrees()


def test_revisiting_asks_at_once_but_not_twice_in_a_moment(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    visits = engine.at_once(
        *(engine.services.ask_provider.now(attempt.id, engine.now) for _ in range(5))
    )
    assert sum(isinstance(visit, Attempt) for visit in visits) == 1
    assert engine.sandbox.asked("FilterTransactions") == 1
    engine.pass_time(2)
    assert engine.revisit(attempt) is not None
    assert engine.sandbox.asked("FilterTransactions") == 2


@pytest.mark.parametrize("phone", [values.EDFALI_CHARGED_LOST, values.EDFALI_NOT_CHARGED_LOST])
def test_a_lost_answer_of_edfali_waits_for_a_person_and_is_never_sent_again(
    engine: Engine, phone: str
) -> None:
    intent = engine.new_intent()
    attempt = engine.start(intent, Method.EDFALI, phone)
    engine.confirm(attempt, values.EDFALI_CODE)
    charged = len(engine.sandbox.ledger())
    for _ in range(20):
        engine.pass_time(ASK_FOR.total_seconds() / 10)
        engine.revisit(attempt)
        engine.reconcile()
        engine.expire()
    stored = engine.attempt(attempt)
    assert (stored.state, stored.needs_person) == ("in_flight", True)
    assert (engine.status(intent), engine.events(intent)) == ("processing", [])
    assert engine.sandbox.asked("OnlineConfTrans") == 1
    assert len(engine.sandbox.ledger()) == charged
    assert [waiting.id for waiting in engine.unresolved()] == [attempt.id]


def test_two_workers_never_ask_about_the_same_attempt_within_a_lease(engine: Engine) -> None:
    attempts = [lost_sadad(engine, values.SADAD_CHARGED_LOST) for _ in range(8)]
    engine.pass_time(10)
    other = engine.open_services(engine.sandbox.url)
    workers = (engine.services.ask_provider, other.ask_provider)
    claims = engine.at_once(*(w.claim_due(Method.SADAD, engine.now) for w in workers * 3))
    claimed = [attempt.id for claim in claims for attempt in claim]
    assert sorted(claimed) == sorted(attempt.id for attempt in attempts)
    engine.pass_time(LEASE.total_seconds() - 0.001)
    assert engine.run(other.ask_provider.claim_due(Method.SADAD, engine.now)) == []


def test_a_worker_that_died_while_it_asked_is_followed_by_another(engine: Engine) -> None:
    attempt = lost_sadad(engine)
    engine.pass_time(10)
    (claimed,) = engine.run(engine.services.ask_provider.claim_due(Method.SADAD, engine.now))
    assert claimed.id == attempt.id
    engine.pass_time(LEASE.total_seconds())
    (settled,) = engine.reconcile()
    assert (settled.id, settled.state) == (attempt.id, "paid")
    engine.assert_ledger_agrees()
