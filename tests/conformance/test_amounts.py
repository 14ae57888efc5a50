"""Amounts: to the thousandth with cards, to the hundredth with wallets."""

import pytest

from tests.conformance.checkout import Checkout, new_charge
from tests.conformance.conftest import checkouts
from tests.conformance.table import WALLETS
from wasl.domain.attempt import DeclineReason
from wasl.domain.money import MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR
from wasl.provider_interface import Declined, Paid


@pytest.mark.parametrize("amount_minor", [MIN_AMOUNT_MINOR, 1_010, 12_990, 99_999_990])
def test_what_was_asked_for_is_what_was_charged(checkout: Checkout, amount_minor: int) -> None:
    answer = checkout.pay(new_charge(amount_minor))
    assert isinstance(answer, Paid)
    assert answer.amount_minor == amount_minor
    assert [charged["amount_minor"] for charged in checkout.charged()] == [amount_minor]


@pytest.mark.parametrize("amount_minor", [1_001, 1_009, 25_505])
def test_the_step_a_provider_names_is_the_step_it_keeps(
    checkout: Checkout, amount_minor: int
) -> None:
    if amount_minor % checkout.provider.abilities.amount_step_minor == 0:
        assert isinstance(checkout.pay(new_charge(amount_minor)), Paid)
    else:
        with pytest.raises(ValueError, match="two decimals"):
            checkout.begin(new_charge(amount_minor))
        assert checkout.charged() == []


@checkouts(["moamalat"])
def test_the_largest_amount_can_be_paid_by_card(checkout: Checkout) -> None:
    assert isinstance(checkout.pay(new_charge(MAX_AMOUNT_MINOR)), Paid)


@checkouts(WALLETS)
def test_an_amount_above_the_limit_of_a_wallet_is_told_as_that(checkout: Checkout) -> None:
    answer = checkout.begin(new_charge(MAX_AMOUNT_MINOR))
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.LIMIT_EXCEEDED
