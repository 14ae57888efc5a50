"""Walks through the checkout that stop at every page there is, for whoever wants to look at it."""

import uuid
from collections.abc import Callable, Iterator

from tests.browser.shop import Shop
from tests.browser.tab import Tab, in_language
from tests.engine import values

# Goes on to the next page, and says what it is called.
Walk = Callable[[Tab, Shop], Iterator[str]]

RETURN_URL = "https://shop.example/orders/77"
DESCRIPTION = "طلب رقم 77: قميص أزرق، مقاس XL"


def pay_by_wallet(tab: Tab, shop: Shop) -> Iterator[str]:
    intent = shop.new_intent(description=DESCRIPTION, return_url=RETURN_URL)
    tab.open(intent)
    yield "choose"
    tab.choose("sadad")
    tab.page.locator("[data-test-values] summary").click()
    yield "choose-sadad"
    tab.ask_for_code("sadad", "12345", "90")
    yield "choose-wrong-fields"
    tab.pay_by_wallet("sadad", values.SADAD_POOR)
    tab.shows_failure("insufficient_balance")
    yield "choose-after-failure"
    tab.ask_for_code("sadad", values.SADAD_APPROVED)
    tab.shows("code")
    yield "code"
    tab.enter_code(values.SADAD_WRONG_CODE)
    tab.shows_error_at("code")
    yield "code-wrong"
    tab.enter_code(values.SADAD_CODE)
    tab.shows("paid")
    yield "paid"


def pay_by_card(tab: Tab, shop: Shop) -> Iterator[str]:
    """An amount that no wallet takes, and nowhere to return to."""
    intent = shop.new_intent(amount=999_999_995)
    tab.open(intent)
    tab.choose("card")
    yield "choose-card-only"
    with tab.card_form() as form:
        yield "card"
        form.enter_card(values.CARD_APPROVED)
        form.enter_code()
    tab.goes_on_to("paid")
    yield "paid-nowhere-to-return"


def lose_the_answer(tab: Tab, shop: Shop) -> Iterator[str]:
    intent = shop.new_intent(description=DESCRIPTION)
    tab.open(intent).pay_by_wallet("edfali", values.EDFALI_CHARGED_LOST)
    tab.shows("confirming")
    yield "confirming"


def come_too_late(tab: Tab, shop: Shop) -> Iterator[str]:
    intent = shop.new_intent(description=DESCRIPTION, return_url=RETURN_URL)
    shop.expire(intent)
    tab.open(intent).shows("expired")
    yield "expired"


def go_astray(tab: Tab, shop: Shop) -> Iterator[str]:
    checkout = f"{shop.service.url}/checkout"
    tab.goto(in_language(f"{checkout}/{uuid.uuid4()}", tab.visitor.language))
    tab.shows("not-found")
    yield "not-found"
    button = tab.open(shop.new_intent()).fill_in("edfali", values.EDFALI_APPROVED)
    tab.visitor.context.clear_cookies()
    tab.press(button)
    tab.shows("error")
    yield "error"


WALKS: tuple[Walk, ...] = (pay_by_wallet, pay_by_card, lose_the_answer, come_too_late, go_astray)
