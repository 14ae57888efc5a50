"""Numbers as Libyans type them, and what is said when they cannot be right."""

from playwright.sync_api import expect

from tests.browser.shop import Shop
from tests.browser.tab import Tab
from tests.engine.values import SADAD_APPROVED

ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


def test_everything_may_be_typed_in_arabic_digits(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    tab.ask_for_code("sadad", SADAD_APPROVED.translate(ARABIC), "1990".translate(ARABIC))
    tab.enter_code("111111".translate(ARABIC))
    tab.shows("paid")
    shop.assert_paid_once(intent)


WAYS_TO_WRITE_ONE_PHONE = (
    "+218 91 000 00 01",
    "00218910000001",
    "218 91-0000001",
    "910000001",
    "\u202a+218 91\u00a0000\u202f0001\u202c",
    "\u2066٠٩١ ٠٠٠ ٠٠٠١\u2069",
    SADAD_APPROVED.translate(PERSIAN),
)


def test_a_phone_number_may_be_written_in_many_ways(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    for phone in WAYS_TO_WRITE_ONE_PHONE:
        tab.ask_for_code("sadad", phone, "\u200f ١٩٩٠ ")
        tab.shows("code")
        tab.press(tab.action("change"))
    payers = {attempt["payer_digest"] for attempt in shop.attempts(intent)}
    assert len(payers) == 1
    tab.ask_for_code("edfali", "+218 92 ٠٠٠ ٠٠٠١")
    tab.enter_code("\u200e11 ١١")
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_a_number_that_cannot_be_right_is_told_next_to_the_field(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    for phone in ("12345", "0910000", "0812345678", "+1 212 555 0100", "x", "   "):
        tab.ask_for_code("sadad", phone)
        tab.shows("choose")
        assert tab.shows_error_at("phone"), phone
        assert tab.page.locator("[data-error=birth_year]").count() == 0
        # What was typed is still there.
        expect(tab.method("sadad").locator("input[name=phone]")).to_have_value(phone)
        expect(tab.method("sadad").locator("input[name=birth_year]")).to_have_value("1990")
    assert shop.attempts(intent) == []


def test_a_birth_year_that_cannot_be_right_is_told_next_to_the_field(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    for year in ("90", "1", "19999", "2999", "1890", "year"):
        tab.ask_for_code("sadad", SADAD_APPROVED, year)
        assert tab.shows_error_at("birth_year"), year
        assert tab.page.locator("[data-error=phone]").count() == 0
    assert shop.attempts(intent) == []


def test_both_errors_are_told_at_once_and_both_can_be_mended(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent)
    tab.ask_for_code("sadad", "1", "1")
    tab.shows_error_at("phone")
    tab.shows_error_at("birth_year")
    tab.pay_by_wallet("sadad", SADAD_APPROVED)
    tab.shows("paid")
    shop.assert_paid_once(intent)


def test_a_birth_year_the_provider_does_not_know_is_told(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    tab.open(intent).ask_for_code("sadad", SADAD_APPROVED, "1985")
    tab.shows_failure("wrong_details")
    shop.assert_not_charged(intent, "requires_payment_method")


def test_numbers_run_left_to_right_and_bring_up_the_numeric_keyboard(tab: Tab, shop: Shop) -> None:
    tab.open(shop.new_intent())
    keyboards = {"phone": ("tel", "numeric"), "birth_year": ("numeric",)}
    for name, modes in keyboards.items():
        for field in tab.page.locator(f"input[name={name}]").all():
            assert field.get_attribute("inputmode") in modes
            assert field.get_attribute("dir") == "ltr"
