"""Every row of the sandbox's table, in each language, on each screen: from `checkout_url` to the
last page, with what the merchant is told and what was really charged.
"""

import pytest

from tests.browser.shop import Shop
from tests.browser.tab import RIGHT_CODE, Tab, Wallet
from tests.engine import values

WALLETS: list[Wallet] = ["sadad", "edfali"]
each_wallet = pytest.mark.parametrize("wallet", WALLETS)


def phone_of(wallet: Wallet, row: str) -> str:
    phone: str = getattr(values, f"{wallet.upper()}_{row}")
    return phone


@each_wallet
def test_a_wallet_that_approves_pays(anyones_tab: Tab, shop: Shop, wallet: Wallet) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    tab.shows("choose")
    tab.ask_for_code(wallet, phone_of(wallet, "APPROVED"))
    tab.shows("code")
    shop.assert_not_charged(intent, "requires_payment_method")
    tab.enter_code(RIGHT_CODE[wallet])
    tab.shows("paid")
    shop.assert_paid_once(intent)


@each_wallet
def test_a_wallet_with_too_little_in_it_says_so(
    anyones_tab: Tab, shop: Shop, wallet: Wallet
) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    tab.pay_by_wallet(wallet, phone_of(wallet, "POOR"))
    tab.shows_failure("insufficient_balance")
    shop.assert_not_charged(intent, "requires_payment_method")


@each_wallet
def test_a_phone_that_is_not_registered_gets_no_code(
    anyones_tab: Tab, shop: Shop, wallet: Wallet
) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    tab.ask_for_code(wallet, phone_of(wallet, "NOT_REGISTERED"))
    tab.shows_failure("not_registered")
    shop.assert_not_charged(intent, "requires_payment_method")


@each_wallet
def test_a_wallet_that_is_down_says_so_however_it_is_down(
    anyones_tab: Tab, shop: Shop, wallet: Wallet
) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    for _answered_503_then_reset in range(2):
        tab.ask_for_code(wallet, phone_of(wallet, "DOWN"))
        tab.shows_failure("provider_unavailable")
    shop.assert_not_charged(intent, "requires_payment_method")


def test_a_lost_answer_of_sadad_is_found_while_the_customer_waits(
    anyones_tab: Tab, shop: Shop
) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    tab.pay_by_wallet("sadad", values.SADAD_CHARGED_LOST)
    tab.shows("confirming")
    shop.assert_unknown(intent, charged=True)
    shop.pass_time(intent, 30)
    tab.goes_on_to("paid")
    shop.assert_paid_once(intent)


def test_a_lost_answer_of_sadad_without_a_charge_leads_back_to_the_methods(
    anyones_tab: Tab, shop: Shop
) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    tab.pay_by_wallet("sadad", values.SADAD_NOT_CHARGED_LOST)
    tab.shows("confirming")
    shop.assert_unknown(intent, charged=False)
    shop.pass_time(intent, 61)
    tab.goes_on_to("choose")
    tab.shows_failure("nothing_found")
    shop.assert_not_charged(intent, "requires_payment_method")


def test_a_late_charge_of_sadad_is_found_when_it_is_there(anyones_tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    tab.pay_by_wallet("sadad", values.SADAD_LATE)
    tab.shows("confirming")
    shop.assert_unknown(intent, charged=False)
    shop.pass_time(intent, values.LATE_AFTER_S)
    tab.goes_on_to("paid")
    shop.assert_paid_once(intent)


@pytest.mark.parametrize("charged", [True, False], ids=["charged", "not-charged"])
def test_a_lost_answer_of_edfali_waits_for_a_person(
    anyones_tab: Tab, shop: Shop, charged: bool
) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    tab.pay_by_wallet(
        "edfali", phone_of("edfali", "CHARGED_LOST" if charged else "NOT_CHARGED_LOST")
    )
    tab.shows("confirming")
    shop.assert_unknown(intent, charged)
    shop.settle_by_hand(intent, paid=charged)
    if charged:
        tab.goes_on_to("paid")
        shop.assert_paid_once(intent)
    else:
        tab.goes_on_to("choose")
        tab.shows_failure("declined")
        shop.assert_not_charged(intent, "requires_payment_method")


def test_a_card_that_is_approved_pays(anyones_tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    tab.shows("choose")
    with tab.card_form() as form:
        shop.assert_unknown(intent, charged=False)
        form.enter_card(values.CARD_APPROVED)
        form.enter_code()
    tab.goes_on_to("paid")
    shop.assert_paid_once(intent)


@pytest.mark.parametrize(
    ("card", "asks_for_code", "reason"),
    [
        pytest.param(values.CARD_POOR, True, "insufficient_balance", id="poor"),
        pytest.param(values.CARD_DECLINED, False, "declined", id="declined"),
    ],
)
def test_a_card_that_is_declined_leads_back_to_the_methods(
    anyones_tab: Tab, shop: Shop, card: str, asks_for_code: bool, reason: str
) -> None:
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    tab.pay_by_card(card, asks_for_code)
    tab.shows_failure(reason)
    shop.assert_not_charged(intent, "requires_payment_method")


def test_a_card_payment_is_shown_although_the_form_says_nothing(
    anyones_tab: Tab, shop: Shop
) -> None:
    """The provider's notification reaches us, and the page hears of it from us."""
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    with tab.card_form() as form:
        form.enter_card(values.CARD_TOLD_NOTHING)
        form.enter_code()
        tab.goes_on_to("paid")
    shop.assert_paid_once(intent)


def test_a_card_charged_late_is_shown_when_it_is_there(anyones_tab: Tab, shop: Shop) -> None:
    """Nothing is found when the customer gives up on the form; the reconciler goes on asking."""
    intent = shop.new_intent()
    tab = anyones_tab.open(intent)
    with tab.card_form() as form:
        form.enter_card(values.CARD_LATE)
        form.enter_code()
        form.status()
        form.cancel()
    tab.shows_failure("nothing_found")
    shop.assert_not_charged(intent, "requires_payment_method")
    shop.pass_time(intent, values.LATE_AFTER_S)
    tab.goes_on_to("paid")
    shop.assert_paid_once(intent)
