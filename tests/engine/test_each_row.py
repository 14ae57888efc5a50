"""Every row of the table of test values, through the services, to its end."""

from datetime import timedelta

import pytest

from tests.engine import values
from tests.engine.engine import AMOUNT, Engine
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt

# State and reason of the attempt, status and events of its intent.
Seen = tuple[str, str | None, str, list[str]]

WALLETS = [
    pytest.param(Method.SADAD, values.SADAD_CODE, id="sadad"),
    pytest.param(Method.EDFALI, values.EDFALI_CODE, id="edfali"),
]


def phone_of(method: Method, row: str) -> str:
    phone: str = getattr(values, f"{method.name}_{row}")
    return phone


def seen(engine: Engine, attempt: Attempt) -> Seen:
    stored = engine.attempt(attempt)
    uuid = stored.payment_intent_uuid
    return stored.state, stored.reason, engine.status(uuid), engine.events(uuid)


WAITING: Seen = ("awaiting_code", None, "requires_payment_method", [])
FLYING: Seen = ("in_flight", None, "processing", [])
PAID: Seen = ("paid", None, "succeeded", ["succeeded"])


def failed(reason: str) -> Seen:
    return "failed", reason, "requires_payment_method", []


@pytest.mark.parametrize(("method", "code"), WALLETS)
def test_a_wallet_that_approves_pays_the_intent(engine: Engine, method: Method, code: str) -> None:
    attempt = engine.start(engine.new_intent(), method, phone_of(method, "APPROVED"))
    assert seen(engine, attempt) == WAITING
    assert engine.sandbox.ledger() == []
    engine.confirm(attempt, code)
    assert seen(engine, attempt) == PAID
    stored = engine.attempt(attempt)
    assert stored.masked_payer == "••• 001"
    assert (stored.next_inquiry_at, stored.needs_person, stored.surplus) == (None, False, False)
    (charge,) = engine.sandbox.ledger()
    assert charge["amount_minor"] == AMOUNT
    assert charge["provider_reference"] == stored.provider_reference
    engine.assert_ledger_agrees()


@pytest.mark.parametrize(("method", "code"), WALLETS)
def test_a_wallet_with_too_little_in_it_leaves_the_intent_payable(
    engine: Engine, method: Method, code: str
) -> None:
    intent = engine.new_intent()
    attempt = engine.start(intent, method, phone_of(method, "POOR"))
    engine.confirm(attempt, code)
    assert seen(engine, attempt) == failed("insufficient_balance")
    assert engine.sandbox.ledger() == []
    engine.confirm(engine.start(intent, method, phone_of(method, "APPROVED")), code)
    assert engine.events(intent) == ["succeeded"]
    engine.assert_ledger_agrees()


@pytest.mark.parametrize(("method", "code"), WALLETS)
def test_a_phone_that_is_not_registered_gets_no_code(
    engine: Engine, method: Method, code: str
) -> None:
    attempt = engine.start(engine.new_intent(), method, phone_of(method, "NOT_REGISTERED"))
    assert seen(engine, attempt) == failed("not_registered")


@pytest.mark.parametrize(("method", "code"), WALLETS)
def test_a_wallet_that_is_down_fails_the_attempt_however_it_is_down(
    engine: Engine, method: Method, code: str
) -> None:
    intent = engine.new_intent()
    for _answered_503_then_reset in range(2):
        attempt = engine.start(intent, method, phone_of(method, "DOWN"))
        assert seen(engine, attempt) == failed("provider_unavailable")


@pytest.mark.parametrize(("row", "charged"), [("CHARGED_LOST", 1), ("NOT_CHARGED_LOST", 0)])
@pytest.mark.parametrize(("method", "code"), WALLETS)
def test_a_lost_answer_is_neither_paid_nor_failed(
    engine: Engine, method: Method, code: str, row: str, charged: int
) -> None:
    attempt = engine.start(engine.new_intent(), method, phone_of(method, row))
    engine.confirm(attempt, code)
    assert seen(engine, attempt) == FLYING
    assert len(engine.sandbox.ledger()) == charged


def test_sadad_is_asked_about_a_lost_answer_and_the_payment_found(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_CHARGED_LOST)
    engine.confirm(attempt, values.SADAD_CODE)
    engine.pass_time(10)
    engine.reconcile()
    assert seen(engine, attempt) == PAID
    engine.assert_ledger_agrees()


def test_sadad_is_asked_about_a_lost_answer_and_nothing_found(engine: Engine) -> None:
    intent = engine.new_intent()
    attempt = engine.start(intent, Method.SADAD, values.SADAD_NOT_CHARGED_LOST)
    engine.confirm(attempt, values.SADAD_CODE)
    engine.pass_time(59)
    engine.reconcile()
    assert seen(engine, attempt) == FLYING
    engine.pass_time(60)
    engine.reconcile()
    assert seen(engine, attempt) == ("abandoned", "nothing_found", "requires_payment_method", [])
    engine.confirm(engine.start(intent, Method.SADAD, values.SADAD_APPROVED), values.SADAD_CODE)
    assert engine.events(intent) == ["succeeded"]
    engine.assert_ledger_agrees()


def test_sadad_is_asked_until_a_late_charge_is_found(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.SADAD, values.SADAD_LATE)
    engine.confirm(attempt, values.SADAD_CODE)
    engine.pass_time(10)
    engine.reconcile()
    assert seen(engine, attempt) == FLYING
    assert engine.sandbox.ledger() == []
    engine.pass_time(values.LATE_AFTER_S)
    engine.reconcile()
    assert seen(engine, attempt) == PAID
    engine.assert_ledger_agrees()


@pytest.mark.parametrize(
    ("row", "verdict", "end"),
    [
        ("CHARGED_LOST", True, PAID),
        ("NOT_CHARGED_LOST", False, failed("declined")),
    ],
)
def test_a_person_settles_a_lost_answer_of_edfali(
    engine: Engine, row: str, verdict: bool, end: Seen
) -> None:
    attempt = engine.start(engine.new_intent(), Method.EDFALI, phone_of(Method.EDFALI, row))
    engine.confirm(attempt, values.EDFALI_CODE)
    assert [waiting.id for waiting in engine.unresolved()] == [attempt.id]
    engine.resolve(attempt, paid=verdict)
    assert seen(engine, attempt) == end
    assert engine.unresolved() == []
    engine.assert_ledger_agrees()


def test_an_open_lightbox_is_processing(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    assert seen(engine, attempt) == FLYING
    assert engine.attempt(attempt).next_inquiry_at == engine.now + timedelta(minutes=15)


@pytest.mark.parametrize(
    ("card", "told"),
    [(values.CARD_APPROVED, "approved"), (values.CARD_TOLD_NOTHING, "nothing")],
)
def test_a_card_payment_is_found_whatever_the_browser_was_told(
    engine: Engine, card: str, told: str
) -> None:
    attempt = engine.start(engine.new_intent(amount=25_001), Method.CARD)
    assert engine.pay_card(attempt, card) == told
    assert seen(engine, attempt) == FLYING
    engine.revisit(attempt)
    assert seen(engine, attempt) == PAID
    assert engine.attempt(attempt).masked_payer == f"•••• {card[-4:]}"
    engine.assert_ledger_agrees()


@pytest.mark.parametrize(
    ("card", "reason"),
    [(values.CARD_POOR, "insufficient_balance"), (values.CARD_DECLINED, "declined")],
)
def test_a_declined_card_leaves_the_intent_payable_and_the_lightbox_watched(
    engine: Engine, card: str, reason: str
) -> None:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    assert engine.pay_card(attempt, card) == "declined"
    engine.revisit(attempt)
    assert seen(engine, attempt) == ("abandoned", reason, "requires_payment_method", [])
    assert engine.sandbox.ledger() == []


def test_a_second_card_in_a_lightbox_that_declined_the_first_pays_the_intent(
    engine: Engine,
) -> None:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    engine.pay_card(attempt, values.CARD_POOR)
    engine.revisit(attempt)
    engine.pay_card(attempt, values.CARD_APPROVED)
    engine.pass_time(20)
    engine.reconcile()
    assert seen(engine, attempt) == PAID
    engine.assert_ledger_agrees()


def test_a_card_charged_late_is_found_when_it_is_there(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.CARD)
    assert engine.pay_card(attempt, values.CARD_LATE) == "nothing"
    engine.revisit(attempt)
    assert seen(engine, attempt) == ("abandoned", "nothing_found", "requires_payment_method", [])
    engine.pass_time(values.LATE_AFTER_S)
    engine.reconcile()
    assert seen(engine, attempt) == PAID
    engine.assert_ledger_agrees()
