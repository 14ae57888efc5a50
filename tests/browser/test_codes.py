"""The code page: wrong and expired codes, a new code, another way to pay."""

import pytest
from playwright.sync_api import expect

from tests.browser.shop import Intent, Shop
from tests.browser.tab import RIGHT_CODE, Tab, Wallet
from tests.engine import values
from wasl.domain.attempt import CODE_RESEND_WAIT, MAX_WRONG_CODES

WAIT_S = CODE_RESEND_WAIT.total_seconds()
each_wallet = pytest.mark.parametrize("wallet", ["sadad", "edfali"])


def code_of(wallet: Wallet, kind: str) -> str:
    code: str = getattr(values, f"{wallet.upper()}_{kind}_CODE")
    return code


def at_the_code(tab: Tab, shop: Shop, wallet: Wallet = "sadad") -> Intent:
    intent = shop.new_intent()
    tab.open(intent).ask_for_code(wallet, f"0{'91' if wallet == 'sadad' else '92'}0000001")
    tab.shows("code")
    return intent


def test_the_field_is_made_for_codes(tab: Tab, shop: Shop) -> None:
    at_the_code(tab, shop)
    field = tab.page.locator("input[name=code]")
    expect(field).to_have_attribute("autocomplete", "one-time-code")
    expect(field).to_have_attribute("inputmode", "numeric")
    expect(field).to_have_attribute("dir", "ltr")


@each_wallet
@pytest.mark.parametrize("kind", ["WRONG", "EXPIRED"])
def test_a_code_that_is_not_right_is_told_so_and_can_be_entered_again(
    tab: Tab, shop: Shop, wallet: Wallet, kind: str
) -> None:
    intent = at_the_code(tab, shop, wallet)
    tab.enter_code(code_of(wallet, kind))
    tab.shows("code")
    assert tab.shows_error_at("code")
    shop.assert_not_charged(intent, "requires_payment_method")
    tab.enter_code(RIGHT_CODE[wallet])
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_after_too_many_wrong_codes_the_customer_starts_again(tab: Tab, shop: Shop) -> None:
    intent = at_the_code(tab, shop)
    for _ in range(MAX_WRONG_CODES - 1):
        tab.enter_code(values.SADAD_WRONG_CODE)
        tab.shows_error_at("code")
    tab.enter_code(values.SADAD_WRONG_CODE)
    tab.shows_failure("too_many_codes")
    shop.assert_not_charged(intent, "requires_payment_method")
    tab.pay_by_wallet("sadad", values.SADAD_APPROVED)
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_what_is_no_code_is_no_try(tab: Tab, shop: Shop) -> None:
    intent = at_the_code(tab, shop)
    for typed in ("abc", "  ", "1111 x"):
        tab.enter_code(typed)
        assert tab.shows_error_at("code"), typed
    assert shop.sandbox.asked("Pay") == 0
    assert [attempt["wrong_codes"] for attempt in shop.attempts(intent)] == [0]


def test_another_code_can_be_asked_for_after_a_while(tab: Tab, shop: Shop) -> None:
    intent = at_the_code(tab, shop)
    resend = tab.action("resend")
    expect(resend).to_be_disabled()
    expect(resend).to_contain_text("0:5")
    shop.pass_time(intent, WAIT_S)
    tab.page.clock.fast_forward(int(WAIT_S * 1000))
    expect(resend).to_be_enabled()
    tab.press(resend)
    tab.shows("code")
    assert shop.sandbox.asked("otp-resend") == 1
    expect(tab.page.locator("main [role=status]")).to_be_visible()
    expect(tab.action("resend")).to_be_disabled()
    tab.enter_code(values.SADAD_CODE)
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_a_code_that_ran_out_is_replaced(tab: Tab, shop: Shop) -> None:
    intent = at_the_code(tab, shop)
    shop.pass_time(intent, 601)
    tab.enter_code(values.SADAD_CODE)
    tab.shows_error_at("code")
    tab.press(tab.action("resend"))
    tab.enter_code(values.SADAD_CODE)
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_a_code_that_cannot_be_sent_again_is_told_so(tab: Tab, shop: Shop) -> None:
    intent = at_the_code(tab, shop)
    shop.pass_time(intent, WAIT_S)
    shop.sandbox.fault("sadad", "otp-resend", "http_500")
    tab.page.reload()
    tab.press(tab.action("resend"))
    tab.shows("code")
    expect(tab.page.locator("main [role=alert]")).to_be_visible()
    tab.enter_code(values.SADAD_CODE)
    tab.shows("paid")


def test_edfali_cannot_send_a_code_again(tab: Tab, shop: Shop) -> None:
    at_the_code(tab, shop, "edfali")
    expect(tab.action("resend")).to_have_count(0)


def test_the_customer_may_pay_another_way(tab: Tab, shop: Shop) -> None:
    intent = at_the_code(tab, shop)
    tab.press(tab.action("change"))
    tab.shows("choose")
    tab.pay_by_wallet("edfali", values.EDFALI_APPROVED)
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_after_a_failure_the_customer_tries_again(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    tab.pay_by_wallet("sadad", values.SADAD_POOR)
    tab.shows_failure("insufficient_balance")
    tab.pay_by_wallet("edfali", values.EDFALI_POOR)
    tab.shows_failure("insufficient_balance")
    tab.pay_by_card(values.CARD_DECLINED, asks_for_code=False)
    tab.shows_failure("declined")
    tab.pay_by_card(values.CARD_APPROVED)
    tab.goes_on_to("paid")
    shop.assert_paid_once(intent)
