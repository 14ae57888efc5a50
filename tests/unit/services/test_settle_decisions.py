"""What follows from each answer, for each state an attempt can be in."""

from datetime import UTC, datetime, timedelta

import pytest

from wasl.domain.attempt import MAX_WRONG_CODES, Attempt, AttemptState, DeclineReason
from wasl.domain.inquiry_schedule import ASK_FOR
from wasl.domain.payment_intent import (
    NewPaymentIntent,
    PaymentIntent,
    Status,
    new_uuid,
    open_intent,
)
from wasl.provider_interface import Declined, Paid, Unknown
from wasl.services.settle_attempt import Answer, decide

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
AMOUNT = 25_000
PAID = Paid("tx-1", AMOUNT, "•••• 0781")
UNKNOWN = Unknown("the connection broke")
POOR = Declined(DeclineReason.INSUFFICIENT_BALANCE, "BAL")
WRONG = Declined(DeclineReason.WRONG_CODE, "wrong")
NOTHING = Declined(DeclineReason.NOTHING_FOUND, "none")
LONG_AGO = NOW - timedelta(minutes=10)


def _intent(status: Status) -> PaymentIntent:
    new = NewPaymentIntent("order", AMOUNT, "LYD", None, None, None, None, None)
    return open_intent(new, new_uuid(NOW), NOW)._replace(status=status.value)


def _attempt(state: AttemptState, **fields: object) -> Attempt:
    attempt = Attempt(
        id=new_uuid(NOW),
        application_id=new_uuid(NOW),
        payment_intent_uuid=new_uuid(NOW),
        method="sadad",
        state=state.value,
        reason=None,
        detail=None,
        provider_reference="tx-0",
        masked_payer="••• 001",
        wrong_codes=0,
        codes_sent=1,
        code_sent_at=LONG_AGO,
        in_flight_at=LONG_AGO,
        inquiries=0,
        asked_at=None,
        next_inquiry_at=NOW,
        needs_person=False,
        surplus=False,
        created_at=LONG_AGO,
        updated_at=LONG_AGO,
    )
    return attempt._replace(**fields)  # type: ignore[arg-type]


def _decide(
    attempt: Attempt, status: Status, answer: Answer, can_inquire: bool = True
) -> tuple[Attempt, Status | None]:
    return decide(attempt, _intent(status), answer, can_inquire, NOW)


IN_FLIGHT = _attempt(AttemptState.IN_FLIGHT)
ABANDONED = _attempt(AttemptState.ABANDONED)


@pytest.mark.parametrize("status", [s for s in Status if s is not Status.SUCCEEDED])
@pytest.mark.parametrize("state", [s for s in AttemptState if s is not AttemptState.PAID])
def test_a_payment_makes_the_intent_succeed_from_wherever_it_is(
    state: AttemptState, status: Status
) -> None:
    settled, becomes = _decide(_attempt(state), status, PAID)
    assert (settled.state, becomes) == ("paid", Status.SUCCEEDED)
    assert (settled.surplus, settled.needs_person) == (False, False)
    assert settled.next_inquiry_at is None


def test_a_second_payment_is_surplus_and_waits_for_a_person() -> None:
    settled, becomes = _decide(ABANDONED, Status.SUCCEEDED, PAID)
    assert (settled.state, becomes) == ("paid", None)
    assert settled.surplus
    assert settled.needs_person


def test_a_charge_that_was_paid_twice_succeeds_once_and_waits_for_a_person() -> None:
    settled, becomes = _decide(IN_FLIGHT, Status.PROCESSING, Paid("tx-1,tx-2", AMOUNT, times=2))
    assert (settled.state, becomes) == ("paid", Status.SUCCEEDED)
    assert settled.surplus
    assert settled.needs_person


def test_a_second_payment_of_a_paid_attempt_is_surplus() -> None:
    paid = _attempt(AttemptState.PAID)
    settled, becomes = _decide(paid, Status.SUCCEEDED, Paid("tx-1,tx-2", AMOUNT, times=2))
    assert (settled.state, settled.provider_reference, becomes) == ("paid", "tx-1,tx-2", None)
    assert settled.surplus
    assert settled.needs_person


def test_a_payment_of_another_amount_is_never_paid() -> None:
    settled, becomes = _decide(IN_FLIGHT, Status.PROCESSING, Paid("tx-1", AMOUNT - 10))
    assert (settled.state, becomes) == ("in_flight", None)
    assert settled.needs_person


@pytest.mark.parametrize("surplus", [False, True])
@pytest.mark.parametrize("answer", [PAID, UNKNOWN, POOR, WRONG, NOTHING])
def test_nothing_changes_a_paid_attempt(answer: Answer, surplus: bool) -> None:
    paid = _attempt(AttemptState.PAID, next_inquiry_at=None, surplus=surplus)
    assert _decide(paid, Status.SUCCEEDED, answer) == (paid, None)


@pytest.mark.parametrize("surplus", [False, True])
@pytest.mark.parametrize("answer", [PAID, UNKNOWN, POOR, WRONG, NOTHING])
def test_whatever_a_look_at_a_paid_card_brings_it_stays_paid(answer: Answer, surplus: bool) -> None:
    leased = NOW + timedelta(seconds=60)
    paid = _attempt(
        AttemptState.PAID, method="card", next_inquiry_at=leased, surplus=surplus, in_flight_at=NOW
    )
    half_an_hour_later = NOW + timedelta(minutes=30)
    settled, becomes = decide(paid, _intent(Status.SUCCEEDED), answer, True, half_an_hour_later)
    assert settled == paid._replace(next_inquiry_at=NOW + ASK_FOR)
    assert becomes is None


def test_a_paid_card_is_looked_at_again_and_a_wallet_is_not() -> None:
    """Only a card window can be paid in twice."""
    card = _attempt(AttemptState.IN_FLIGHT, method="card", in_flight_at=NOW)
    settled, _ = _decide(card, Status.PROCESSING, PAID)
    assert settled.next_inquiry_at == NOW + timedelta(minutes=30)
    settled, _ = _decide(card, Status.PROCESSING, PAID, can_inquire=False)
    assert settled.next_inquiry_at is None


def test_a_third_payment_comes_back_to_the_person_who_settled_the_second() -> None:
    paid = _attempt(AttemptState.PAID, method="card", surplus=True, provider_reference="tx-1,tx-2")
    twice = Paid("tx-1,tx-2", AMOUNT, times=2)
    settled, _ = _decide(paid, Status.SUCCEEDED, twice)
    assert not settled.needs_person, "nothing new"
    settled, becomes = _decide(paid, Status.SUCCEEDED, Paid("tx-1,tx-2,tx-3", AMOUNT, times=3))
    assert (settled.provider_reference, becomes) == ("tx-1,tx-2,tx-3", None)
    assert settled.needs_person


def test_a_refusal_gives_the_intent_back() -> None:
    settled, becomes = _decide(IN_FLIGHT, Status.PROCESSING, POOR)
    assert (settled.state, settled.reason) == ("failed", "insufficient_balance")
    assert becomes is Status.REQUIRES_PAYMENT_METHOD


def test_a_late_refusal_of_an_abandoned_attempt_leaves_the_newer_one_alone() -> None:
    settled, becomes = _decide(ABANDONED, Status.PROCESSING, POOR)
    assert (settled.state, becomes) == ("failed", None)


def test_a_wrong_code_may_be_entered_again_four_times() -> None:
    attempt = IN_FLIGHT
    for count in range(1, MAX_WRONG_CODES):
        settled, becomes = _decide(attempt, Status.PROCESSING, WRONG)
        assert (settled.state, settled.wrong_codes) == ("awaiting_code", count)
        assert becomes is Status.REQUIRES_PAYMENT_METHOD
        attempt = settled._replace(state="in_flight")
    settled, becomes = _decide(attempt, Status.PROCESSING, WRONG)
    assert (settled.state, settled.reason) == ("failed", "too_many_codes")
    assert becomes is Status.REQUIRES_PAYMENT_METHOD


def test_unknown_keeps_the_intent_processing_and_asks_again() -> None:
    settled, becomes = _decide(IN_FLIGHT, Status.PROCESSING, UNKNOWN)
    assert (settled.state, becomes) == ("in_flight", None)
    assert settled.next_inquiry_at is not None
    assert settled.next_inquiry_at > NOW
    assert not settled.needs_person


def test_unknown_waits_for_a_person_where_nobody_can_be_asked() -> None:
    settled, becomes = _decide(IN_FLIGHT, Status.PROCESSING, UNKNOWN, can_inquire=False)
    assert (settled.state, becomes) == ("in_flight", None)
    assert settled.needs_person
    assert settled.next_inquiry_at is None


def test_unknown_for_72_hours_waits_for_a_person() -> None:
    old = _attempt(AttemptState.IN_FLIGHT, in_flight_at=NOW - ASK_FOR)
    settled, _ = _decide(old, Status.PROCESSING, UNKNOWN)
    assert settled.needs_person


def test_nothing_found_gives_the_intent_back_and_goes_on_asking() -> None:
    settled, becomes = _decide(IN_FLIGHT, Status.PROCESSING, NOTHING)
    assert settled.state == "abandoned"
    assert becomes is Status.REQUIRES_PAYMENT_METHOD
    assert settled.next_inquiry_at is not None


def test_nothing_found_a_moment_after_the_code_is_no_answer() -> None:
    fresh = _attempt(AttemptState.IN_FLIGHT, in_flight_at=NOW - timedelta(seconds=5))
    settled, becomes = _decide(fresh, Status.PROCESSING, NOTHING)
    assert (settled.state, becomes) == ("in_flight", None)


def test_nothing_found_for_72_hours_is_a_no() -> None:
    old = _attempt(AttemptState.ABANDONED, in_flight_at=NOW - ASK_FOR)
    settled, becomes = _decide(old, Status.CANCELED, NOTHING)
    assert (settled.state, becomes) == ("failed", None)


@pytest.mark.parametrize("state", [AttemptState.AWAITING_CODE, AttemptState.FAILED])
@pytest.mark.parametrize("answer", [UNKNOWN, POOR, WRONG, NOTHING])
def test_an_answer_that_comes_too_late_changes_nothing(state: AttemptState, answer: Answer) -> None:
    attempt = _attempt(state)
    assert _decide(attempt, Status.REQUIRES_PAYMENT_METHOD, answer) == (attempt, None)
