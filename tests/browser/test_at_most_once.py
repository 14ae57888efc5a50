"""Impatient customers: double clicks, the back button, reloads, two tabs, and time that runs out.

Each ends in one clear page, and in one charge at the most.
"""

import time

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.card_form import CardForm
from tests.browser.shop import Shop
from tests.browser.tab import RIGHT_CODE, Tab, Wallet
from tests.browser.visitor import NewVisitor, Visitor
from tests.engine import values

PAY = {"sadad": "Pay", "edfali": "OnlineConfTrans"}
PHONE = {"sadad": values.SADAD_APPROVED, "edfali": values.EDFALI_APPROVED}


@pytest.fixture
def other_tab(customer: Visitor, shop: Shop) -> Tab:
    """In the same browser."""
    return Tab(customer, shop.sandbox.url)


@pytest.fixture(params=["sadad", "edfali"], ids=["sadad", "edfali-no-javascript"])
def wallet(request: pytest.FixtureRequest) -> Wallet:
    wallet: Wallet = request.param
    return wallet


@pytest.fixture
def any_tab(wallet: Wallet, new_visitor: NewVisitor, shop: Shop) -> Tab:
    """Whoever pays by Edfali here has JavaScript turned off."""
    return Tab(new_visitor(javascript=wallet == "sadad"), shop.sandbox.url)


def test_a_double_click_pays_once(any_tab: Tab, shop: Shop, wallet: Wallet) -> None:
    intent = shop.new_intent()
    any_tab.open(intent).ask_for_code(wallet, PHONE[wallet])
    any_tab.fill_in_code(RIGHT_CODE[wallet]).dblclick()
    any_tab.shows("paid")
    assert shop.sandbox.asked(PAY[wallet]) == 1
    shop.assert_paid_once(intent)


def click_impatiently(tab: Tab, button: Locator) -> None:
    """Again and again, while the first click is being answered."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    for _ in range(4):
        tab.page.mouse.click(box["x"] + 20, box["y"] + 20)
        time.sleep(0.1)
    tab.page.keyboard.press("Enter")


def test_many_clicks_while_the_answer_takes_long_pay_once(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent).ask_for_code("sadad", values.SADAD_APPROVED)
    shop.sandbox.fault("sadad", "Pay", "slow", seconds=1)
    click_impatiently(tab, tab.fill_in_code(values.SADAD_CODE))
    tab.shows("paid")
    assert shop.sandbox.asked("Pay") == 1
    shop.assert_paid_once(intent)


def test_many_clicks_while_the_answer_takes_long_ask_for_one_code(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    shop.sandbox.fault("sadad", "Validate", "slow", seconds=1)
    click_impatiently(tab, tab.open(intent).fill_in("sadad", values.SADAD_APPROVED))
    tab.shows("code")
    assert shop.sandbox.asked("Validate") == 1
    assert len(shop.attempts(intent)) == 1


def test_a_double_click_opens_one_card_form(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    button = tab.open(intent).choose("card").locator("button[type=submit]")
    with tab.visitor.guard.allowing(shop.sandbox.url):
        button.dblclick()
        tab.shows("card")
        form = CardForm(tab.page)
        form.enter_card(values.CARD_APPROVED)
        form.enter_code()
        form.wait_until_closed()
        tab.goes_on_to("paid")
    assert len(shop.attempts(intent)) == 1
    shop.assert_paid_once(intent)


def test_going_back_after_paying_shows_that_it_is_paid(
    any_tab: Tab, shop: Shop, wallet: Wallet
) -> None:
    intent = shop.new_intent()
    any_tab.open(intent).pay_by_wallet(wallet, PHONE[wallet])
    any_tab.shows("paid")
    for _ in range(2):
        any_tab.page.go_back()
        if any_tab.page.url != "about:blank":
            any_tab.shows("paid")
    shop.assert_paid_once(intent)


def test_going_back_from_the_code_and_on_again_pays_once(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent).ask_for_code("sadad", values.SADAD_APPROVED)
    tab.shows("code")
    tab.page.go_back()
    expect(tab.page.locator("main")).to_have_attribute("data-page", "code")
    tab.enter_code(values.SADAD_CODE)
    tab.shows("paid")
    assert len(shop.attempts(intent)) == 1
    shop.assert_paid_once(intent)


def test_going_back_to_a_mistake_shows_a_page_of_ours(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent).ask_for_code("sadad", "123")
    tab.shows_error_at("phone")
    tab.ask_for_code("sadad", values.SADAD_APPROVED)
    tab.enter_code("abc")
    tab.shows_error_at("code")
    tab.enter_code(values.SADAD_CODE)
    tab.shows("paid")
    tab.page.go_back()
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_a_code_page_from_before_another_way_was_chosen_still_works_once(
    tab: Tab, shop: Shop
) -> None:
    intent = shop.new_intent()
    tab.open(intent).ask_for_code("sadad", values.SADAD_APPROVED)
    tab.press(tab.action("change"))
    tab.ask_for_code("edfali", values.EDFALI_APPROVED)
    tab.page.go_back()
    tab.page.go_back()
    tab.shows("code")
    tab.enter_code(values.SADAD_CODE)
    tab.shows("paid")
    tab.page.reload()
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_reloading_sends_nothing_again(any_tab: Tab, shop: Shop, wallet: Wallet) -> None:
    intent = shop.new_intent()
    any_tab.open(intent).ask_for_code(wallet, PHONE[wallet])
    any_tab.page.reload()
    any_tab.shows("code")
    assert len(shop.attempts(intent)) == 1
    any_tab.enter_code(RIGHT_CODE[wallet])
    any_tab.shows("paid")
    any_tab.page.reload()
    any_tab.shows("paid")
    assert shop.sandbox.asked(PAY[wallet]) == 1
    shop.assert_paid_once(intent)


def test_reloading_while_the_answer_is_lost_sends_nothing_again(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent).pay_by_wallet("sadad", values.SADAD_CHARGED_LOST)
    tab.shows("confirming")
    for _ in range(3):
        tab.page.reload()
        tab.shows("confirming")
    assert shop.sandbox.asked("Pay") == 1
    shop.pass_time(intent, 30)
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_reloading_an_open_card_form_asks_the_provider_first(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    with tab.card_form():
        tab.page.reload()
    tab.shows("choose")
    shop.assert_not_charged(intent, "requires_payment_method")
    tab.pay_by_card(values.CARD_APPROVED)
    tab.goes_on_to("paid")
    shop.assert_paid_once(intent)


def test_a_card_form_that_is_canceled_leads_back_to_the_methods(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    with tab.card_form() as form:
        form.enter_card(values.CARD_APPROVED)
        form.cancel()
    tab.shows_failure("nothing_found")
    tab.pay_by_wallet("edfali", values.EDFALI_APPROVED)
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_a_card_form_that_cannot_be_loaded_is_told_so(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    shop.sandbox.fault("moamalat", "lightbox.js", "http_500")
    button = tab.open(intent).choose("card").locator("button[type=submit]")
    with tab.visitor.guard.allowing(shop.sandbox.url):
        tab.press(button)
        tab.shows("card")
        expect(tab.page.locator("main [role=alert]")).to_be_visible()
    assert all("lightbox.js" in note for note in tab.visitor.guard.take_notes())
    tab.press(tab.page.locator("main a"))
    tab.shows("choose")
    tab.pay_by_card(values.CARD_APPROVED)
    tab.goes_on_to("paid")
    shop.assert_paid_once(intent)


def test_of_two_tabs_with_two_wallets_the_first_pays_and_the_second_says_so(
    tab: Tab, other_tab: Tab, shop: Shop
) -> None:
    intent = shop.new_intent()
    tab.open(intent).ask_for_code("sadad", values.SADAD_APPROVED)
    with other_tab.unaware():
        other_tab.open(intent)
        other_tab.press(other_tab.action("change"))
        other_tab.ask_for_code("edfali", values.EDFALI_APPROVED)
        waiting = other_tab.fill_in_code(values.EDFALI_CODE)
        tab.enter_code(values.SADAD_CODE)
        tab.shows("paid")
        other_tab.press(waiting)
        other_tab.shows("paid")
    assert shop.sandbox.asked("OnlineConfTrans") == 0
    shop.assert_paid_once(intent)


def test_a_code_typed_in_two_tabs_pays_once(tab: Tab, other_tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent).ask_for_code("sadad", values.SADAD_APPROVED)
    other_tab.goto(tab.page.url)
    buttons = [one.fill_in_code(values.SADAD_CODE) for one in (tab, other_tab)]
    shop.sandbox.fault("sadad", "Pay", "slow", seconds=0.5)
    with other_tab.unaware():
        for button in buttons:
            button.click()
    tab.shows("paid")
    other_tab.shows("paid")
    assert shop.sandbox.asked("Pay") == 1
    shop.assert_paid_once(intent)


def test_a_tab_that_waits_hears_of_a_payment_in_another(
    tab: Tab, other_tab: Tab, shop: Shop
) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    other_tab.open(intent)
    other_tab.pay_by_wallet("sadad", values.SADAD_APPROVED)
    other_tab.shows("paid")
    tab.shows("paid")


def test_an_open_card_form_goes_away_when_another_tab_pays(
    tab: Tab, other_tab: Tab, shop: Shop
) -> None:
    """Another visit asks the provider, who knows of no card: so a wallet may pay."""
    intent = shop.new_intent()
    tab.open(intent)
    with tab.card_form() as form:
        form.enter_card(values.CARD_APPROVED)
        other_tab.open(intent)
        other_tab.pay_by_wallet("sadad", values.SADAD_APPROVED)
        other_tab.shows("paid")
        tab.shows("paid")
    shop.assert_paid_once(intent)


def test_while_a_wallet_is_being_confirmed_no_card_form_opens(
    tab: Tab, other_tab: Tab, shop: Shop
) -> None:
    intent = shop.new_intent()
    with other_tab.unaware():
        other_tab.open(intent)
        button = other_tab.choose("card").locator("button[type=submit]")
        tab.open(intent).pay_by_wallet("sadad", values.SADAD_CHARGED_LOST)
        tab.shows("confirming")
        button.click()
    other_tab.shows("confirming")
    shop.pass_time(intent, 30)
    other_tab.shows("paid")
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_time_that_runs_out_is_seen_on_the_open_page(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    shop.expire(intent)
    tab.shows("expired")
    shop.wait_until(intent, "canceled")
    shop.assert_not_charged(intent, "canceled")


def test_no_code_is_sent_when_time_has_run_out(any_tab: Tab, shop: Shop, wallet: Wallet) -> None:
    intent = shop.new_intent()
    with any_tab.unaware():
        button = any_tab.open(intent).fill_in(wallet, PHONE[wallet])
        shop.expire(intent)
        any_tab.press(button)
    any_tab.shows("expired")
    assert shop.attempts(intent) == []


def test_no_code_is_taken_when_time_has_run_out(any_tab: Tab, shop: Shop, wallet: Wallet) -> None:
    intent = shop.new_intent()
    with any_tab.unaware():
        any_tab.open(intent).ask_for_code(wallet, PHONE[wallet])
        button = any_tab.fill_in_code(RIGHT_CODE[wallet])
        shop.expire(intent)
        any_tab.press(button)
    any_tab.shows("expired")
    assert shop.sandbox.asked(PAY[wallet]) == 0
    shop.wait_until(intent, "canceled")
    shop.assert_not_charged(intent, "canceled")


def test_no_card_form_opens_when_time_has_run_out(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    with tab.unaware():
        button = tab.open(intent).choose("card").locator("button[type=submit]")
        shop.expire(intent)
        tab.press(button)
    tab.shows("expired")
    assert shop.attempts(intent) == []


def test_a_payment_found_after_the_end_turns_up_on_the_open_page(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    with tab.card_form() as form:
        form.enter_card(values.CARD_LATE)
        form.enter_code()
        form.status()
        form.cancel()
    tab.shows("choose")
    shop.expire(intent)
    tab.goes_on_to("expired")
    shop.wait_until(intent, "canceled")
    shop.pass_time(intent, values.LATE_AFTER_S)
    tab.goes_on_to("paid")
    assert shop.status(intent) == "succeeded"
    assert len(shop.sandbox.ledger()) == 1


def test_a_card_paid_after_the_end_is_shown_as_paid(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    with tab.card_form() as form:
        shop.expire(intent)
        form.enter_card(values.CARD_APPROVED)
        form.enter_code()
    tab.goes_on_to("paid")
    shop.assert_paid_once(intent)
