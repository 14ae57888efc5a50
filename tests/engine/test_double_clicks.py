"""The same customer, or two of them, at the same moment: one charge at the most."""

import asyncio

import pytest

from tests.engine import values
from tests.engine.engine import Engine, wait_until
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt
from wasl.domain.errors import CodeNotExpected, IntentNotPayable
from wasl.services.start_attempt import Started


@pytest.mark.parametrize(
    ("method", "phone", "code", "operation"),
    [
        (Method.SADAD, values.SADAD_APPROVED, values.SADAD_CODE, "Pay"),
        (Method.EDFALI, values.EDFALI_APPROVED, values.EDFALI_CODE, "OnlineConfTrans"),
        (Method.SADAD, values.SADAD_CHARGED_LOST, values.SADAD_CODE, "Pay"),
        (Method.EDFALI, values.EDFALI_CHARGED_LOST, values.EDFALI_CODE, "OnlineConfTrans"),
    ],
)
def test_a_code_submitted_many_times_at_once_is_sent_once(
    engine: Engine, method: Method, phone: str, code: str, operation: str
) -> None:
    attempt = engine.start(engine.new_intent(), method, phone)
    clicks = engine.at_once(*(engine.confirming(attempt, code) for _ in range(5)))
    assert sum(isinstance(click, Attempt) for click in clicks) == 1
    assert sum(isinstance(click, CodeNotExpected) for click in clicks) == 4
    assert engine.sandbox.asked(operation) == 1
    assert len(engine.sandbox.ledger()) == 1


def test_a_code_that_was_paid_with_is_not_taken_again(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_APPROVED)
    engine.confirm(attempt, values.SADAD_CODE)
    with pytest.raises(CodeNotExpected):
        engine.confirm(attempt, values.SADAD_CODE)
    assert engine.sandbox.asked("Pay") == 1


def test_of_two_methods_confirmed_at_once_one_charges(engine: Engine) -> None:
    intent = engine.new_intent()
    sadad = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    edfali = engine.start(intent, Method.EDFALI, values.EDFALI_APPROVED)
    clicks = engine.at_once(
        engine.confirming(sadad, values.SADAD_CODE), engine.confirming(edfali, values.EDFALI_CODE)
    )
    assert sum(isinstance(click, IntentNotPayable) for click in clicks) == 1
    assert len(engine.sandbox.ledger()) == 1
    assert engine.events(intent) == ["succeeded"]
    engine.assert_ledger_agrees()


def test_many_lightboxes_at_once_open_one(engine: Engine) -> None:
    intent = engine.new_intent()
    clicks = engine.at_once(*(engine.starting(intent, Method.CARD) for _ in range(5)))
    assert sum(isinstance(click, Started) for click in clicks) == 1
    assert sum(isinstance(click, IntentNotPayable) for click in clicks) == 4


def test_while_a_lightbox_is_open_no_code_is_asked_for_or_taken(engine: Engine) -> None:
    intent = engine.new_intent()
    sadad = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    engine.start(intent, Method.CARD)
    with pytest.raises(IntentNotPayable):
        engine.confirm(sadad, values.SADAD_CODE)
    with pytest.raises(IntentNotPayable):
        engine.start(intent, Method.EDFALI, values.EDFALI_APPROVED)
    assert engine.sandbox.asked("Pay") == 0


def test_an_older_attempt_may_be_confirmed_as_long_as_nothing_else_was(engine: Engine) -> None:
    intent = engine.new_intent()
    older = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    newer = engine.start(intent, Method.SADAD, values.approved_sadad_phone(1))
    assert engine.confirm(older, values.SADAD_CODE).state == "paid"
    with pytest.raises(IntentNotPayable):
        engine.confirm(newer, values.SADAD_CODE)
    engine.assert_ledger_agrees()


def test_an_older_attempt_cannot_be_confirmed_while_a_newer_one_is_in_flight(
    engine: Engine,
) -> None:
    intent = engine.new_intent()
    older = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    newer = engine.start(intent, Method.SADAD, values.SADAD_CHARGED_LOST)
    engine.confirm(newer, values.SADAD_CODE)
    with pytest.raises(IntentNotPayable):
        engine.confirm(older, values.SADAD_CODE)
    engine.pass_time(10)
    engine.reconcile()
    assert engine.events(intent) == ["succeeded"]
    engine.assert_ledger_agrees()


def test_a_code_submitted_while_another_is_being_sent_stays_in_flight(engine: Engine) -> None:
    """The slow answer to the resend must not undo what the customer did meanwhile."""
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_CHARGED_LOST)
    engine.pass_time(60)
    engine.sandbox.fault("sadad", "otp-resend", "slow", seconds=1)

    async def resend_and_confirm() -> None:
        resend = asyncio.create_task(engine.services.resend_code(attempt.id, engine.now))
        await wait_until(lambda: engine.sandbox.asked("otp-resend") > 0)
        await engine.confirming(attempt, values.SADAD_CODE)
        assert not resend.done()
        await resend

    engine.run(resend_and_confirm())
    assert engine.attempt(attempt).state == "in_flight"
    engine.pass_time(10)
    engine.reconcile()
    engine.assert_ledger_agrees()


def test_wrong_codes_are_counted_while_another_is_being_sent(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_APPROVED)
    engine.pass_time(60)
    engine.sandbox.fault("sadad", "otp-resend", "slow", seconds=1)

    async def resend_and_guess() -> None:
        resend = asyncio.create_task(engine.services.resend_code(attempt.id, engine.now))
        await wait_until(lambda: engine.sandbox.asked("otp-resend") > 0)
        await engine.confirming(attempt, values.SADAD_WRONG_CODE)
        await resend

    engine.run(resend_and_guess())
    assert engine.attempt(attempt).wrong_codes == 1
    assert engine.confirm(attempt, values.SADAD_CODE).state == "paid"
