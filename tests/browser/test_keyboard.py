"""The keyboard alone completes each flow."""

from tests.browser.card_form import CardForm
from tests.browser.keyboard import Keyboard
from tests.browser.shop import Shop
from tests.browser.tab import Tab
from tests.engine import values


def test_sadad(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    keyboard = Keyboard(tab.page)
    keyboard.go_to('[data-method="sadad"] summary')
    keyboard.press("Enter")
    keyboard.go_to('[data-method="sadad"] [name=phone]')
    keyboard.type(values.SADAD_APPROVED)
    keyboard.go_to("[name=birth_year]")
    keyboard.type("1990")
    keyboard.press_and_go_on("Enter")
    tab.shows("code")
    keyboard.go_to("[name=code]")
    keyboard.type(values.SADAD_WRONG_CODE)
    keyboard.press_and_go_on("Enter")
    tab.shows_error_at("code")
    keyboard.go_to("[name=code]")
    keyboard.press("Control+A")
    keyboard.type(values.SADAD_CODE)
    keyboard.go_to("[data-action=pay]")
    keyboard.press_and_go_on("Space")
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_edfali_in_english_after_another_way(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    keyboard = Keyboard(tab.page)
    keyboard.go_to("[data-action=language]")
    tab.visitor.language = "en"
    keyboard.press_and_go_on("Enter")
    keyboard.go_to('[data-method="sadad"] summary')
    keyboard.press("Space")
    keyboard.go_to('[data-method="sadad"] [name=phone]')
    keyboard.type(values.SADAD_APPROVED)
    keyboard.go_to("[name=birth_year]")
    keyboard.type("1990")
    keyboard.go_to('[data-method="sadad"] button')
    keyboard.press_and_go_on("Enter")
    tab.shows("code")
    keyboard.go_to("[data-action=change]")
    keyboard.press_and_go_on("Enter")
    tab.shows("choose")
    keyboard.go_to('[data-method="edfali"] summary')
    keyboard.press("Enter")
    keyboard.go_to('[data-method="edfali"] [name=phone]')
    keyboard.type(values.EDFALI_APPROVED)
    keyboard.press_and_go_on("Enter")
    keyboard.go_to("[name=code]")
    keyboard.type(values.EDFALI_CODE)
    keyboard.press_and_go_on("Enter")
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_card(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    keyboard = Keyboard(tab.page)
    keyboard.go_to('[data-method="card"] summary')
    keyboard.press("Enter")
    keyboard.go_to('[data-method="card"] button')
    with tab.visitor.guard.allowing(shop.sandbox.url):
        keyboard.press("Enter")
        tab.shows("card")
        form = CardForm(tab.page)
        form.wait_until_open()
        keyboard.go_to_in_card_form("#card")
        keyboard.type(values.CARD_APPROVED)
        keyboard.go_to_in_card_form("#expiry")
        keyboard.type("10/30")
        keyboard.press("Enter")
        form.wait_until_code_is_asked_for()
        keyboard.go_to_in_card_form("#code")
        keyboard.type(values.CARD_CODE)
        keyboard.press("Enter")
        form.wait_until_closed()
    tab.goes_on_to("paid")
    shop.assert_paid_once(intent)


def test_the_receipt_can_be_kept_open(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent(return_url="https://shop.example/")
    tab.open(intent).pay_by_wallet("sadad", values.SADAD_APPROVED)
    tab.shows("paid")
    keyboard = Keyboard(tab.page)
    keyboard.go_to("[data-action=stay]")
    keyboard.press("Enter")
    tab.page.clock.fast_forward(60_000)
    tab.shows("paid")
