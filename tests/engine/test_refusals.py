"""What we refuse ourselves: wrong codes, too many tries, too late, not this way."""

from datetime import timedelta

import pytest

from tests.engine import values
from tests.engine.engine import Engine
from wasl.domain.application import Method
from wasl.domain.attempt import (
    ATTEMPTS_WINDOW,
    CODE_RESEND_WAIT,
    MAX_ATTEMPTS_PER_ADDRESS,
    MAX_ATTEMPTS_PER_PAYER,
    MAX_CODES_SENT,
    MAX_WRONG_CODES,
    Attempt,
)
from wasl.domain.errors import (
    AttemptNotFound,
    CodeNotExpected,
    CodeSentTooRecently,
    IntentNotPayable,
    MethodNotAvailable,
    PaymentIntentNotFound,
    PaymentTimeOver,
    TooManyAttempts,
)
from wasl.domain.payment_intent import new_uuid
from wasl.provider_interface import CodeSent

SOON = timedelta(minutes=6)
CODES = [
    pytest.param(Method.SADAD, values.SADAD_APPROVED, values.SADAD_WRONG_CODE, id="sadad"),
    pytest.param(Method.EDFALI, values.EDFALI_APPROVED, values.EDFALI_WRONG_CODE, id="edfali"),
]


def sadad(engine: Engine, phone: str = values.SADAD_APPROVED) -> Attempt:
    return engine.start(engine.new_intent(), Method.SADAD, phone)


@pytest.mark.parametrize(("method", "phone", "wrong"), CODES)
def test_the_fifth_wrong_code_ends_the_attempt(
    engine: Engine, method: Method, phone: str, wrong: str
) -> None:
    intent = engine.new_intent()
    attempt = engine.start(intent, method, phone)
    for count in range(1, MAX_WRONG_CODES):
        told = engine.confirm(attempt, wrong)
        assert (told.state, told.reason, told.wrong_codes) == ("awaiting_code", "wrong_code", count)
        assert engine.status(intent) == "requires_payment_method"
    told = engine.confirm(attempt, wrong)
    assert (told.state, told.reason) == ("failed", "too_many_codes")
    with pytest.raises(CodeNotExpected):
        engine.confirm(attempt, values.SADAD_CODE)
    assert engine.events(intent) == []
    assert engine.sandbox.ledger() == []


@pytest.mark.parametrize(
    ("method", "phone", "expired", "right"),
    [
        (
            Method.SADAD,
            values.SADAD_APPROVED,
            values.SADAD_EXPIRED_CODE,
            values.SADAD_CODE,
        ),
        (
            Method.EDFALI,
            values.EDFALI_APPROVED,
            values.EDFALI_EXPIRED_CODE,
            values.EDFALI_CODE,
        ),
    ],
)
def test_after_an_expired_code_the_right_one_still_pays(
    engine: Engine, method: Method, phone: str, expired: str, right: str
) -> None:
    attempt = engine.start(engine.new_intent(), method, phone)
    told = engine.confirm(attempt, expired)
    assert (told.state, told.reason) == ("awaiting_code", "code_expired")
    assert engine.confirm(attempt, right).state == "paid"
    engine.assert_ledger_agrees()


def test_a_code_is_sent_again_only_after_a_wait_and_a_few_times(engine: Engine) -> None:
    attempt = sadad(engine)
    for sent in range(2, MAX_CODES_SENT + 1):
        with pytest.raises(CodeSentTooRecently) as refused:
            engine.resend(attempt)
        assert refused.value.again_at == engine.now + CODE_RESEND_WAIT
        engine.pass_time(CODE_RESEND_WAIT.total_seconds())
        counted, result = engine.resend(attempt)
        assert counted.codes_sent == sent
        assert isinstance(result, CodeSent)
    engine.pass_time(CODE_RESEND_WAIT.total_seconds())
    with pytest.raises(CodeSentTooRecently) as refused:
        engine.resend(attempt)
    assert refused.value.again_at is None
    assert engine.sandbox.asked("otp-resend") == MAX_CODES_SENT - 1
    assert engine.confirm(attempt, values.SADAD_CODE).state == "paid"


def test_two_clicks_on_send_again_send_one_code(engine: Engine) -> None:
    attempt = sadad(engine)
    engine.pass_time(60)
    clicks = engine.at_once(
        *(engine.services.resend_code(attempt.id, engine.now) for _ in range(2))
    )
    assert sorted(isinstance(click, CodeSentTooRecently) for click in clicks) == [False, True]
    assert engine.sandbox.asked("otp-resend") == 1


def test_edfali_sends_no_second_code(engine: Engine) -> None:
    attempt = engine.start(engine.new_intent(), Method.EDFALI, values.EDFALI_APPROVED)
    engine.pass_time(60)
    with pytest.raises(MethodNotAvailable):
        engine.resend(attempt)


def test_one_phone_may_try_ten_times_an_hour_however_many_intents(engine: Engine) -> None:
    for _ in range(MAX_ATTEMPTS_PER_PAYER):
        sadad(engine)
    with pytest.raises(TooManyAttempts):
        sadad(engine)
    sadad(engine, values.approved_sadad_phone(1))
    engine.pass_time(ATTEMPTS_WINDOW.total_seconds() + 1)
    sadad(engine)


def test_tries_at_the_same_moment_do_not_slip_past_the_limit(engine: Engine) -> None:
    intents = [engine.new_intent() for _ in range(MAX_ATTEMPTS_PER_PAYER + 5)]
    tries = engine.at_once(
        *(engine.starting(intent, Method.SADAD, values.SADAD_APPROVED) for intent in intents)
    )
    assert sum(isinstance(one, TooManyAttempts) for one in tries) == 5
    assert engine.sandbox.asked("Validate") == MAX_ATTEMPTS_PER_PAYER


def test_one_address_may_try_sixty_times_an_hour_with_any_phone_or_card(engine: Engine) -> None:
    intents = [engine.new_intent() for _ in range(MAX_ATTEMPTS_PER_ADDRESS + 2)]
    *first, card, other = intents
    address = "192.0.2.7"
    phones = [values.approved_sadad_phone(number) for number in range(MAX_ATTEMPTS_PER_ADDRESS)]
    tries = engine.at_once(
        *(
            engine.starting(intent, Method.SADAD, phone, address)
            for intent, phone in zip(first, phones, strict=True)
        )
    )
    assert not [one for one in tries if isinstance(one, BaseException)]
    with pytest.raises(TooManyAttempts):
        engine.run(engine.starting(card, Method.CARD, address=address))
    assert engine.status(card) == "requires_payment_method"
    engine.run(engine.starting(other, Method.CARD, address="192.0.2.8"))


def test_a_method_the_merchant_does_not_offer_is_refused(engine: Engine) -> None:
    intent = engine.new_intent(application_id=engine.new_application(Method.EDFALI))
    for method, phone in ((Method.SADAD, values.SADAD_APPROVED), (Method.CARD, None)):
        with pytest.raises(MethodNotAvailable):
            engine.start(intent, method, phone)
    assert engine.start(intent, Method.EDFALI, values.EDFALI_APPROVED).state == "awaiting_code"


def test_thousandths_of_a_dinar_are_for_cards_alone(engine: Engine) -> None:
    intent = engine.new_intent(amount=25_005)
    for method, phone in (
        (Method.SADAD, values.SADAD_APPROVED),
        (Method.EDFALI, values.EDFALI_APPROVED),
    ):
        with pytest.raises(MethodNotAvailable):
            engine.start(intent, method, phone)
    assert engine.start(intent, Method.CARD).state == "in_flight"


def test_what_is_not_there_cannot_be_paid(engine: Engine) -> None:
    with pytest.raises(PaymentIntentNotFound):
        engine.start(new_uuid(engine.now), Method.CARD)
    nowhere = sadad(engine)._replace(id=new_uuid(engine.now))
    with pytest.raises(AttemptNotFound):
        engine.confirm(nowhere, values.SADAD_CODE)


@pytest.mark.parametrize("swept", [False, True], ids=["before the sweep", "after the sweep"])
def test_from_expires_at_on_nothing_is_started_confirmed_or_sent(
    engine: Engine, swept: bool
) -> None:
    intent = engine.new_intent(expires_in=SOON)
    attempt = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    engine.pass_time(SOON.total_seconds())
    if swept:
        assert engine.expire() == 1
    for refused in (
        engine.starting(intent, Method.CARD),
        engine.starting(intent, Method.SADAD, values.SADAD_APPROVED),
        engine.confirming(attempt, values.SADAD_CODE),
        engine.services.resend_code(attempt.id, engine.now),
    ):
        with pytest.raises(IntentNotPayable if swept else PaymentTimeOver):
            engine.run(refused)
    assert engine.sandbox.asked("Pay") == 0
    assert engine.events(intent) == (["canceled"] if swept else [])


def test_a_moment_before_expires_at_a_payment_goes_through(engine: Engine) -> None:
    intent = engine.new_intent(expires_in=SOON)
    attempt = engine.start(intent, Method.SADAD, values.SADAD_APPROVED)
    engine.pass_time(SOON.total_seconds() - 0.001)
    assert engine.confirm(attempt, values.SADAD_CODE).state == "paid"
    assert engine.expire() == 0
    assert engine.events(intent) == ["succeeded"]
