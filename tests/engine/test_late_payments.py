"""Money that came too late, or twice, is never lost and never told twice."""

from datetime import timedelta

import pytest

from tests.engine import values
from tests.engine.engine import Engine
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt, DeclineReason
from wasl.domain.inquiry_schedule import ASK_FOR
from wasl.provider_interface import Declined, Paid, Unknown

SOON = timedelta(minutes=6)
HOUR_S = 3600


def canceled_with_an_open_lightbox(engine: Engine) -> Attempt:
    """The customer left it open, came back, and let the time run out."""
    intent = engine.new_intent(expires_in=SOON)
    attempt = engine.start(intent, Method.CARD)
    engine.revisit(attempt)
    engine.pass_time(SOON.total_seconds())
    assert engine.expire() == 1
    assert engine.status(intent) == "canceled"
    return engine.attempt(attempt)


def test_a_payment_found_after_the_end_turns_canceled_into_succeeded(engine: Engine) -> None:
    attempt = canceled_with_an_open_lightbox(engine)
    engine.pay_card(attempt, values.CARD_TOLD_NOTHING)
    engine.pass_time(HOUR_S)
    engine.reconcile()
    intent = attempt.payment_intent_uuid
    assert engine.status(intent) == "succeeded"
    assert engine.events(intent) == ["canceled", "succeeded"]
    engine.assert_ledger_agrees()


def test_a_payment_made_in_time_but_charged_late_is_found_after_the_end(engine: Engine) -> None:
    intent = engine.new_intent(expires_in=SOON)
    attempt = engine.start(intent, Method.SADAD, values.SADAD_NOT_CHARGED_LOST)
    engine.confirm(attempt, values.SADAD_CODE)
    late = engine.start(engine.new_intent(expires_in=SOON), Method.SADAD, values.SADAD_LATE)
    engine.confirm(late, values.SADAD_CODE)
    engine.pass_time(SOON.total_seconds())
    assert engine.expire() == 0, "what is processing does not expire"
    engine.reconcile()
    assert engine.expire() == 1
    assert engine.events(intent) == ["canceled"]
    assert engine.events(late.payment_intent_uuid) == ["succeeded"]
    engine.assert_ledger_agrees()


def test_a_second_payment_is_surplus_without_a_second_event(engine: Engine) -> None:
    intent = engine.new_intent()
    lightbox = engine.start(intent, Method.CARD)
    engine.revisit(lightbox)
    sadad = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    engine.confirm(sadad, values.SADAD_CODE)
    engine.pay_card(lightbox, values.CARD_APPROVED)
    engine.pass_time(HOUR_S)
    engine.reconcile()
    second = engine.attempt(lightbox)
    assert (second.state, second.surplus, second.needs_person) == ("paid", True, True)
    assert engine.events(intent) == ["succeeded"]
    assert [waiting.id for waiting in engine.unresolved()] == [lightbox.id]
    engine.assert_ledger_agrees()
    engine.resolve(second, paid=False)
    assert engine.unresolved() == []
    assert engine.attempt(second).state == "paid", "that it was paid stays true"


def test_an_older_payment_found_while_a_newer_is_in_flight_makes_the_newer_surplus(
    engine: Engine,
) -> None:
    intent = engine.new_intent()
    older = engine.start(intent, Method.CARD)
    engine.revisit(older)
    newer = engine.start(intent, Method.SADAD, values.SADAD_CHARGED_LOST)
    engine.confirm(newer, values.SADAD_CODE)
    engine.pay_card(older, values.CARD_APPROVED)
    engine.pass_time(2)
    engine.revisit(older)
    assert (engine.status(intent), engine.events(intent)) == ("succeeded", ["succeeded"])
    assert engine.attempt(newer).state == "in_flight"
    engine.pass_time(HOUR_S)
    engine.reconcile()
    assert engine.attempt(newer).surplus
    assert engine.events(intent) == ["succeeded"]
    engine.assert_ledger_agrees()


def test_a_lightbox_paid_in_twice_pays_once_and_shows_the_other(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    engine.pay_card(attempt, values.CARD_APPROVED)
    engine.pay_card(attempt, values.CARD_TOLD_NOTHING)
    engine.revisit(attempt)
    stored = engine.attempt(attempt)
    assert (stored.state, stored.surplus, stored.needs_person) == ("paid", True, True)
    assert engine.events(stored.payment_intent_uuid) == ["succeeded"]
    engine.assert_ledger_agrees()


def paid_in_an_open_lightbox(engine: Engine) -> Attempt:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    engine.pay_card(attempt, values.CARD_APPROVED)
    engine.revisit(attempt)
    assert engine.attempt(attempt).state == "paid"
    return attempt


@pytest.mark.parametrize("after_s", [60, HOUR_S, 71 * HOUR_S])
def test_a_second_payment_in_one_lightbox_is_found_though_its_notification_is_lost(
    engine: Engine, after_s: int
) -> None:
    attempt = paid_in_an_open_lightbox(engine)
    engine.pass_time(after_s)
    engine.pay_card(attempt, values.CARD_TOLD_NOTHING)
    engine.pass_time(30 * 60)
    engine.reconcile()
    engine.pass_time(ASK_FOR.total_seconds())
    engine.reconcile()
    assert [waiting.id for waiting in engine.unresolved()] == [attempt.id]
    assert engine.events(attempt.payment_intent_uuid) == ["succeeded"]
    engine.assert_ledger_agrees()


def test_a_paid_card_is_asked_about_twice_more_and_a_paid_wallet_never(engine: Engine) -> None:
    attempt = paid_in_an_open_lightbox(engine)
    wallet = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_APPROVED)
    engine.confirm(wallet, values.SADAD_CODE)
    asked = engine.sandbox.asked("FilterTransactions")
    for _ in range(200):
        engine.pass_time(HOUR_S)
        engine.reconcile()
    assert engine.sandbox.asked("FilterTransactions") == asked + 2
    assert engine.sandbox.asked("enquiry") == 0
    stored = engine.attempt(attempt)
    assert (stored.state, stored.next_inquiry_at, stored.surplus) == ("paid", None, False)
    assert engine.unresolved() == []
    assert engine.events(attempt.payment_intent_uuid) == ["succeeded"]


@pytest.mark.parametrize("kind", ["cut", "malformed", "wrong_amount", "http_500"])
def test_a_paid_card_stays_paid_whatever_is_answered_later(engine: Engine, kind: str) -> None:
    attempt = paid_in_an_open_lightbox(engine)
    asked = engine.sandbox.asked("FilterTransactions")
    engine.sandbox.fault("moamalat", "FilterTransactions", kind, times=1000)
    for _ in range(200):
        engine.pass_time(HOUR_S)
        engine.reconcile()
    stored = engine.attempt(attempt)
    assert (stored.state, stored.needs_person, stored.next_inquiry_at) == ("paid", False, None)
    assert engine.sandbox.asked("FilterTransactions") == asked + 4
    assert engine.events(attempt.payment_intent_uuid) == ["succeeded"]


def test_a_last_look_that_was_not_answered_is_taken_again(engine: Engine) -> None:
    attempt = paid_in_an_open_lightbox(engine)
    engine.pass_time(HOUR_S)
    engine.reconcile()
    engine.pay_card(attempt, values.CARD_TOLD_NOTHING)
    engine.sandbox.fault("moamalat", "FilterTransactions", "cut")
    engine.pass_time(ASK_FOR.total_seconds() - HOUR_S)
    engine.reconcile()
    assert engine.unresolved() == []
    engine.pass_time(HOUR_S)
    engine.reconcile()
    assert [waiting.id for waiting in engine.unresolved()] == [attempt.id]
    engine.assert_ledger_agrees()


def test_an_older_refusal_does_not_undo_a_newer_attempt(engine: Engine) -> None:
    intent = engine.new_intent()
    older = engine.start(intent, Method.SADAD, values.SADAD_NOT_CHARGED_LOST)
    engine.confirm(older, values.SADAD_CODE)
    engine.pass_time(60)
    engine.reconcile()
    newer = engine.start(intent, Method.SADAD, values.SADAD_CHARGED_LOST)
    engine.confirm(newer, values.SADAD_CODE)
    engine.settle(older, Declined(DeclineReason.INSUFFICIENT_BALANCE, "too late"))
    engine.settle(older, Unknown("later still"))
    assert engine.attempt(older).state == "failed"
    assert engine.attempt(newer).state == "in_flight"
    assert engine.status(intent) == "processing"


def test_an_answer_applied_twice_or_out_of_order_counts_once(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_CHARGED_LOST)
    attempt = engine.confirm(attempt, values.SADAD_CODE)
    assert attempt.provider_reference is not None
    paid = Paid(attempt.provider_reference, 25_000)
    for answer in (paid, paid, Unknown("late"), Declined(DeclineReason.WRONG_CODE, "late"), paid):
        engine.settle(attempt, answer)
    assert engine.attempt(attempt).state == "paid"
    assert engine.events(attempt.payment_intent_uuid) == ["succeeded"]
    engine.assert_ledger_agrees()


def test_every_answer_at_the_same_moment_writes_one_event(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    engine.pay_card(attempt, values.CARD_APPROVED)
    ask = engine.services.ask_provider
    stored = engine.attempt(attempt)
    engine.at_once(*(ask(stored, engine.now) for _ in range(8)))
    assert engine.events(attempt.payment_intent_uuid) == ["succeeded"]
    assert not engine.attempt(attempt).surplus
    engine.assert_ledger_agrees()
