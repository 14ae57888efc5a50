"""Every row of the table of test values, for every provider that has it."""

from tests.conformance.checkout import AMOUNT_MINOR, Checkout, new_charge
from tests.conformance.conftest import checkouts
from tests.conformance.table import INQUIRING, WALLETS, Row, having
from tests.sandbox.running import SETTINGS
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import CodeSent, Declined, Paid, Unknown


def reason_of(answer: object) -> DeclineReason:
    assert isinstance(answer, Declined), answer
    return answer.reason


def test_approved_is_paid_and_charged_once(checkout: Checkout) -> None:
    charge = new_charge()
    answer = checkout.pay(charge)
    assert isinstance(answer, Paid)
    assert answer.amount_minor == AMOUNT_MINOR
    (charged,) = checkout.charged()
    assert charged["provider"] == checkout.name
    assert charged["provider_reference"] == answer.provider_reference
    assert charged["amount_minor"] == AMOUNT_MINOR


@checkouts(INQUIRING)
def test_an_approved_charge_bears_our_reference_and_is_found_by_it(checkout: Checkout) -> None:
    charge = new_charge()
    first = checkout.pay(charge)
    assert checkout.charged()[0]["reference"] == charge.reference
    assert checkout.inquire(charge) == first


@checkouts(["moamalat"])
def test_a_card_is_shown_by_its_last_four_digits(checkout: Checkout) -> None:
    answer = checkout.pay(new_charge())
    assert isinstance(answer, Paid)
    assert answer.masked_payer == "•••• 0781"


def test_a_balance_that_is_too_low_is_declined(checkout: Checkout) -> None:
    answer = checkout.pay(new_charge(), Row.BALANCE_TOO_LOW)
    assert reason_of(answer) == DeclineReason.INSUFFICIENT_BALANCE
    assert checkout.charged() == []


def test_who_is_refused_at_once_is_declined(checkout: Checkout) -> None:
    refused = DeclineReason.NOT_REGISTERED if checkout.takes_codes else DeclineReason.DECLINED
    assert reason_of(checkout.pay(new_charge(), Row.REFUSED_AT_ONCE)) == refused
    assert checkout.charged() == []


@checkouts(WALLETS)
def test_who_is_not_registered_is_sent_no_code(checkout: Checkout) -> None:
    assert isinstance(checkout.begin(new_charge(), Row.REFUSED_AT_ONCE), Declined)


@checkouts(WALLETS)
def test_a_charge_whose_answer_is_lost_is_unknown(checkout: Checkout) -> None:
    assert isinstance(checkout.pay(new_charge(), Row.CHARGED_ANSWER_LOST), Unknown)
    assert len(checkout.charged()) == 1


@checkouts(INQUIRING)
def test_a_charge_whose_answer_was_lost_is_found_by_asking(checkout: Checkout) -> None:
    charge = new_charge()
    checkout.pay(charge, Row.CHARGED_ANSWER_LOST)
    assert isinstance(checkout.inquire(charge), Paid)
    assert len(checkout.charged()) == 1


@checkouts(having(Row.NOT_CHARGED_ANSWER_LOST))
def test_an_answer_that_is_lost_without_a_charge_is_unknown_too(checkout: Checkout) -> None:
    charge = new_charge()
    assert isinstance(checkout.pay(charge, Row.NOT_CHARGED_ANSWER_LOST), Unknown)
    assert checkout.charged() == []
    found = checkout.inquire(charge)
    if checkout.provider.abilities.inquires:
        assert reason_of(found) == DeclineReason.NOTHING_FOUND
    else:
        assert isinstance(found, Unknown)


@checkouts(having(Row.CHARGED_LATE))
def test_a_late_charge_is_found_when_its_time_has_come(checkout: Checkout) -> None:
    charge = new_charge()
    first = checkout.pay(charge, Row.CHARGED_LATE)
    if checkout.takes_codes:
        assert isinstance(first, Unknown)
    assert reason_of(checkout.inquire(charge)) == DeclineReason.NOTHING_FOUND
    assert checkout.charged() == []
    checkout.advance(SETTINGS.late_after_s + 1)
    assert isinstance(checkout.inquire(charge), Paid)
    assert len(checkout.charged()) == 1


@checkouts(having(Row.DOWN))
def test_a_provider_that_is_down_is_unavailable(checkout: Checkout) -> None:
    """Twice: it answers 503 first and breaks the connection then."""
    for _ in range(2):
        begun = checkout.begin(new_charge(), Row.DOWN)
        assert reason_of(begun) == DeclineReason.PROVIDER_UNAVAILABLE
    assert checkout.charged() == []


@checkouts(INQUIRING)
def test_a_charge_that_was_never_begun_is_not_found(checkout: Checkout) -> None:
    assert reason_of(checkout.inquire(new_charge())) == DeclineReason.NOTHING_FOUND


@checkouts(INQUIRING)
def test_a_charge_that_was_begun_and_left_is_not_found(checkout: Checkout) -> None:
    charge = new_charge()
    checkout.begin(charge)
    assert reason_of(checkout.inquire(charge)) == DeclineReason.NOTHING_FOUND


@checkouts(WALLETS)
def test_the_same_code_twice_never_charges_twice(checkout: Checkout) -> None:
    charge = new_charge()
    begun = checkout.begin(charge)
    assert isinstance(begun, CodeSent)
    assert isinstance(checkout.confirm(charge, begun), Paid)
    assert isinstance(checkout.confirm(charge, begun), Unknown)
    assert len(checkout.charged()) == 1
