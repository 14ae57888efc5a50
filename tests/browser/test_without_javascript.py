"""Wallets can be paid with JavaScript turned off."""

import pytest
from playwright.sync_api import expect

from tests.browser.screens import LANGUAGES, Language
from tests.browser.shop import Shop
from tests.browser.tab import Tab, Wallet
from tests.browser.visitor import NewVisitor
from tests.engine import values

PHONE = {"sadad": values.SADAD_APPROVED, "edfali": values.EDFALI_APPROVED}


@pytest.fixture
def plain_tab(new_visitor: NewVisitor, shop: Shop) -> Tab:
    return Tab(new_visitor(javascript=False), shop.sandbox.url)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wallet", ["sadad", "edfali"])
def test_a_wallet_pays(
    new_visitor: NewVisitor, shop: Shop, wallet: Wallet, language: Language
) -> None:
    tab = Tab(new_visitor(language=language, javascript=False), shop.sandbox.url)
    intent = shop.new_intent()
    tab.open(intent).pay_by_wallet(wallet, PHONE[wallet])
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_mistakes_are_told_and_mended(plain_tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    plain_tab.open(intent).ask_for_code("sadad", "123", "19")
    plain_tab.shows_error_at("phone")
    plain_tab.shows_error_at("birth_year")
    plain_tab.pay_by_wallet("sadad", values.SADAD_POOR)
    plain_tab.shows_failure("insufficient_balance")
    plain_tab.ask_for_code("sadad", values.SADAD_APPROVED)
    plain_tab.enter_code(values.SADAD_WRONG_CODE)
    plain_tab.shows_error_at("code")
    plain_tab.enter_code(values.SADAD_CODE)
    plain_tab.shows("paid")
    shop.assert_paid_once(intent)


def test_another_code_can_be_asked_for(plain_tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    plain_tab.open(intent).ask_for_code("sadad", values.SADAD_APPROVED)
    plain_tab.press(plain_tab.action("resend"))
    plain_tab.shows("code")
    assert shop.sandbox.asked("otp-resend") == 0, "too soon"
    shop.pass_time(intent, 60)
    plain_tab.press(plain_tab.action("resend"))
    plain_tab.shows("code")
    assert shop.sandbox.asked("otp-resend") == 1


def test_a_lost_answer_is_looked_for_by_the_customer(plain_tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    plain_tab.open(intent).pay_by_wallet("sadad", values.SADAD_CHARGED_LOST)
    plain_tab.shows("confirming")
    shop.pass_time(intent, 30)
    shop.wait_until(intent, "succeeded")
    plain_tab.press(plain_tab.page.locator("main a"))
    plain_tab.shows("paid")
    shop.assert_paid_once(intent)


def test_a_card_says_that_it_needs_javascript(plain_tab: Tab, shop: Shop) -> None:
    card = plain_tab.open(shop.new_intent()).choose("card")
    expect(card.locator("noscript p")).to_be_visible()
    expect(card.locator("button[type=submit]")).to_be_disabled()
