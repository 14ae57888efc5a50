"""Answers that come late, in part, spoiled or not at all: no yes and no no may come of them."""

import pytest

from tests.conformance.checkout import Checkout, new_charge
from tests.conformance.conftest import OpenCheckout, checkouts, make_provider
from tests.conformance.table import ALL, INQUIRING, WALLETS
from tests.sandbox.running import RunningSandbox
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import CodeSent, Declined, OpenLightbox, Paid, Unknown

FAULTS: list[dict[str, object]] = [
    {"kind": "slow", "seconds": 1.5},
    {"kind": "cut"},
    {"kind": "malformed"},
    {"kind": "http_500"},
]
WITHOUT_EFFECT: list[dict[str, object]] = [
    {"kind": "cut", "effect": False},
    {"kind": "http_500", "effect": False},
]
each_fault = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: str(fault["kind"]))


def order(checkout: Checkout, operation: str | None, fault: dict[str, object]) -> None:
    checkout.order_fault(operation, **fault)  # type: ignore[arg-type]


def is_unavailable(answer: object) -> bool:
    return isinstance(answer, Declined) and answer.reason == DeclineReason.PROVIDER_UNAVAILABLE


@checkouts(WALLETS)
@each_fault
def test_without_a_clear_answer_no_code_was_sent(
    checkout: Checkout, fault: dict[str, object]
) -> None:
    order(checkout, checkout.values.begins_by, fault)
    assert is_unavailable(checkout.begin(new_charge()))
    assert checkout.charged() == []


@checkouts(["sadad"])
@each_fault
def test_without_a_clear_answer_no_code_was_sent_again(
    checkout: Checkout, fault: dict[str, object]
) -> None:
    charge = new_charge()
    begun = checkout.begin(charge)
    assert isinstance(begun, CodeSent)
    order(checkout, "otp-resend", fault)
    assert is_unavailable(checkout.resend_code(charge, begun))
    assert isinstance(checkout.confirm(charge, begun), Paid)


@checkouts(WALLETS)
@each_fault
def test_a_charge_without_a_clear_answer_is_unknown_and_not_sent_again(
    checkout: Checkout, fault: dict[str, object]
) -> None:
    charge = new_charge()
    begun = checkout.begin(charge)
    assert isinstance(begun, CodeSent)
    order(checkout, checkout.values.charges_by, fault)
    assert isinstance(checkout.confirm(charge, begun), Unknown)
    assert len(checkout.charged()) == 1
    if checkout.provider.abilities.inquires:
        assert isinstance(checkout.inquire(charge), Paid)


@checkouts(WALLETS)
@pytest.mark.parametrize("fault", WITHOUT_EFFECT, ids=lambda fault: str(fault["kind"]))
def test_a_request_that_had_no_effect_looks_the_same(
    checkout: Checkout, fault: dict[str, object]
) -> None:
    charge = new_charge()
    order(checkout, checkout.values.charges_by, fault)
    assert isinstance(checkout.pay(charge), Unknown)
    assert checkout.charged() == []
    assert not isinstance(checkout.inquire(charge), Paid)


@checkouts(INQUIRING)
@each_fault
def test_a_question_without_a_clear_answer_is_unknown_and_may_be_asked_again(
    checkout: Checkout, fault: dict[str, object]
) -> None:
    charge = new_charge()
    assert isinstance(checkout.pay(charge), Paid)
    order(checkout, checkout.values.inquires_by, fault)
    assert isinstance(checkout.inquire(charge), Unknown)
    assert isinstance(checkout.inquire(charge), Paid)


@checkouts(INQUIRING)
@each_fault
def test_a_question_about_nothing_without_a_clear_answer_is_unknown(
    checkout: Checkout, fault: dict[str, object]
) -> None:
    """Nothing found must be said, not guessed."""
    order(checkout, checkout.values.inquires_by, fault)
    assert isinstance(checkout.inquire(new_charge()), Unknown)


@checkouts(INQUIRING)
def test_a_wrong_amount_in_the_answer_to_a_question_is_never_paid(checkout: Checkout) -> None:
    charge = new_charge()
    assert isinstance(checkout.pay(charge), Paid)
    checkout.order_fault(checkout.values.inquires_by, "wrong_amount")
    answer = checkout.inquire(charge)
    assert isinstance(answer, Unknown)
    assert "amount" in answer.detail


@checkouts(["sadad"])
def test_a_wrong_amount_in_the_answer_to_a_code_is_never_paid(checkout: Checkout) -> None:
    """Edfali's answer tells no amount, and Moamalat's code is not ours to send."""
    charge = new_charge()
    checkout.order_fault("Pay", "wrong_amount")
    answer = checkout.pay(charge)
    assert isinstance(answer, Unknown)
    assert "amount" in answer.detail
    assert isinstance(checkout.inquire(charge), Paid)


@pytest.mark.parametrize("name", ALL)
def test_where_connections_are_refused_nothing_was_sent(
    name: str, open_checkout: OpenCheckout, closed_port: RunningSandbox
) -> None:
    """Begun while the provider was there, confirmed when it was gone."""
    charge = new_charge()
    with open_checkout(name) as before, open_checkout(name, make_provider, closed_port) as after:
        begun = before.begin(charge)
        if isinstance(begun, OpenLightbox):
            assert after.begin(charge) != begun, "it names another address"
        else:
            assert isinstance(begun, CodeSent)
            assert is_unavailable(after.begin(charge))
            assert is_unavailable(after.confirm(charge, begun))
        assert isinstance(after.inquire(charge), Unknown)
        assert after.charged() == []
