"""Codes: wrong, late, sent again."""

import pytest

from tests.conformance.checkout import Checkout, new_charge
from tests.conformance.conftest import checkouts
from tests.conformance.table import WALLETS, Row
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import CodeSent, Declined, OpenLightbox, Paid, Payer


@checkouts(WALLETS)
def test_a_wrong_code_charges_nothing_and_the_right_one_may_follow(checkout: Checkout) -> None:
    charge = new_charge()
    begun = checkout.begin(charge)
    assert isinstance(begun, CodeSent)
    wrong = checkout.confirm(charge, begun, checkout.values.wrong_code)
    assert isinstance(wrong, Declined)
    assert wrong.reason == DeclineReason.WRONG_CODE
    assert checkout.charged() == []
    assert isinstance(checkout.confirm(charge, begun), Paid)


@checkouts(WALLETS)
def test_an_expired_code_charges_nothing(checkout: Checkout) -> None:
    answer = checkout.pay(new_charge(), code=checkout.values.expired_code)
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.CODE_EXPIRED
    assert checkout.charged() == []


@checkouts(WALLETS)
def test_a_code_that_is_used_too_late_has_expired(checkout: Checkout) -> None:
    charge = new_charge()
    begun = checkout.begin(charge)
    assert isinstance(begun, CodeSent)
    checkout.advance(601)
    answer = checkout.confirm(charge, begun)
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.CODE_EXPIRED
    assert checkout.charged() == []


@checkouts(WALLETS)
@pytest.mark.parametrize("code", ["", "1", "11111111", "١١١١", "</Pin>", "1' OR '1'='1"])
def test_what_cannot_be_a_code_is_not_even_sent(checkout: Checkout, code: str) -> None:
    charge = new_charge()
    begun = checkout.begin(charge)
    assert isinstance(begun, CodeSent)
    checkout.order_fault(checkout.values.charges_by, "http_500")
    answer = checkout.confirm(charge, begun, code)
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.WRONG_CODE


@checkouts(["moamalat"])
@pytest.mark.parametrize("code", ["123456", "000000"])
def test_a_code_that_moamalat_refuses_leaves_nothing_behind(checkout: Checkout, code: str) -> None:
    answer = checkout.pay(new_charge(), code=code)
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.NOTHING_FOUND
    assert checkout.charged() == []


def test_a_code_is_sent_again_by_those_who_say_they_can(checkout: Checkout) -> None:
    charge = new_charge()
    begun = checkout.begin(charge)
    if isinstance(begun, OpenLightbox | Declined):
        begun = CodeSent("none")
    again = checkout.resend_code(charge, begun)
    assert isinstance(again, CodeSent) == checkout.provider.abilities.resends_code


@checkouts(["sadad"])
def test_a_code_that_was_sent_again_is_valid_again(checkout: Checkout) -> None:
    charge = new_charge()
    begun = checkout.begin(charge)
    assert isinstance(begun, CodeSent)
    checkout.advance(601)
    again = checkout.resend_code(charge, begun)
    assert again == begun
    assert isinstance(checkout.confirm(charge, begun), Paid)


@checkouts(["sadad"])
def test_a_wrong_birth_year_is_told_from_an_unknown_number(checkout: Checkout) -> None:
    payer = Payer(checkout.values.payers[Row.APPROVED], birth_year=1991)
    answer = checkout.begin_as(new_charge(), payer)
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.WRONG_DETAILS


@checkouts(["sadad"])
def test_a_number_of_another_network_is_not_even_sent(checkout: Checkout) -> None:
    checkout.order_fault("Validate", "http_500")
    answer = checkout.begin_as(new_charge(), Payer("0920000001", 1990))
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.NOT_REGISTERED


@checkouts(["moamalat"])
def test_moamalat_never_says_what_a_code_led_to(checkout: Checkout) -> None:
    """No code is ours to send: the Lightbox takes it, and only asking tells."""
    answer = checkout.confirm(new_charge(), CodeSent("none"))
    assert not isinstance(answer, Paid | Declined)
