"""What pages say: amounts, languages, receipts, other people's text, and links to nothing."""

import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.screens import LANGUAGES, Language
from tests.browser.shop import Intent, Shop
from tests.browser.tab import Tab, in_language
from tests.browser.visitor import NewVisitor
from tests.engine import values

# Libya keeps one time all year.
LIBYA = timedelta(hours=2)


@pytest.fixture(params=LANGUAGES)
def speaker(request: pytest.FixtureRequest, new_visitor: NewVisitor, shop: Shop) -> Tab:
    language: Language = request.param
    return Tab(new_visitor(language=language), shop.sandbox.url)


def written(amount: str, language: Language) -> str:
    return f"{amount} د.ل" if language == "ar" else f"LYD {amount}"


def test_the_customer_sees_whom_what_and_how_much(speaker: Tab, shop: Shop) -> None:
    speaker.open(shop.new_intent(amount=1_250_500, description="قميص أزرق 👕"))
    speaker.shows("choose")
    assert "متجر الواحة" in speaker.text()
    assert "قميص أزرق 👕" in speaker.text()
    assert speaker.field("amount") == written("1,250.500", speaker.visitor.language)
    expect(speaker.page.locator("[data-test-values]")).to_be_visible()


PAY: dict[str, Callable[[Tab], None]] = {
    "sadad": lambda tab: tab.pay_by_wallet("sadad", values.SADAD_APPROVED),
    "edfali": lambda tab: tab.pay_by_wallet("edfali", values.EDFALI_APPROVED),
    "card": lambda tab: tab.pay_by_card(values.CARD_APPROVED),
}


@pytest.mark.parametrize(
    ("language", "method"), [("ar", "sadad"), ("en", "edfali"), ("ar", "card"), ("en", "card")]
)
def test_the_receipt_says_what_was_paid_when_and_how(
    new_visitor: NewVisitor, shop: Shop, language: Language, method: str
) -> None:
    speaker = Tab(new_visitor(language=language), shop.sandbox.url)
    intent = shop.new_intent()
    PAY[method](speaker.open(intent))
    speaker.goes_on_to("paid")
    reference = shop.retrieve(intent)["reference"]
    assert speaker.field("reference") == reference.upper()
    assert speaker.field("amount") == written("25.000", speaker.visitor.language)
    assert_now_in_libya(speaker.field("date"))
    assert speaker.field("method")
    assert speaker.field("payer").endswith("0781" if method == "card" else "001")


def assert_now_in_libya(text: str) -> None:
    now = datetime.now(UTC) + LIBYA
    minutes = {(now - timedelta(minutes=ago)).strftime("%H:%M") for ago in (0, 1)}
    assert any(minute in text for minute in minutes), text
    assert str(now.day) in text
    assert str(now.year) in text


def test_opened_again_it_still_says_paid(tab: Tab, shop: Shop, new_visitor: NewVisitor) -> None:
    intent = shop.new_intent()
    tab.open(intent).pay_by_wallet("sadad", values.SADAD_APPROVED)
    tab.shows("paid")
    elsewhere = Tab(new_visitor(language="en"), shop.sandbox.url)
    elsewhere.open(intent).shows("paid")


def test_a_method_that_cannot_take_the_amount_says_why(speaker: Tab, shop: Shop) -> None:
    intent = shop.new_intent(amount=25_005)
    speaker.open(intent)
    for wallet in ("sadad", "edfali"):
        refused = speaker.page.locator(f'[data-method="{wallet}"][data-unavailable]')
        expect(refused).to_be_visible()
        assert len(refused.inner_text().splitlines()) > 1, "its name and the reason"
        expect(refused.locator("input, button")).to_have_count(0)
    speaker.pay_by_card(values.CARD_APPROVED)
    speaker.goes_on_to("paid")
    assert speaker.field("amount") == written("25.005", speaker.visitor.language)
    shop.assert_paid_once(intent)


def test_the_language_can_be_changed_on_every_page_and_lasts(tab: Tab, shop: Shop) -> None:
    def switch() -> None:
        other: dict[Language, Language] = {"ar": "en", "en": "ar"}
        tab.press(tab.action("language"))
        tab.visitor.language = other[tab.visitor.language]

    intent = shop.new_intent()
    tab.open(intent).shows("choose")
    switch()
    tab.shows("choose")
    tab.ask_for_code("sadad", "1", "1")
    tab.shows("choose")
    tab.ask_for_code("sadad", values.SADAD_APPROVED)
    tab.shows("code")
    switch()
    tab.shows("code")
    switch()
    tab.press(tab.action("change"))
    tab.shows("choose")
    tab.ask_for_code("edfali", values.EDFALI_APPROVED)
    tab.enter_code(values.EDFALI_WRONG_CODE)
    tab.shows("code")
    tab.enter_code(values.EDFALI_CODE)
    tab.shows("paid")
    switch()
    tab.shows("paid")


def test_any_other_language_is_arabic(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    for lang in ("", "fr", "EN", "<script>"):
        tab.goto(f"{intent.checkout_url}?lang={lang}")
        tab.shows("choose")


HOSTILE = """<script>document.title='run'</script><img src=x onerror=alert(1)>&lt;"'{{7*7}}"""


def test_a_description_is_only_ever_text(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent(description=HOSTILE)
    tab.open(intent)
    for page in ("choose", "paid"):
        assert HOSTILE in tab.text()
        assert tab.page.title() != "run"
        if page == "choose":
            tab.pay_by_wallet("sadad", values.SADAD_APPROVED)
            tab.shows("paid")


def test_a_description_runs_in_its_own_direction(speaker: Tab, shop: Shop) -> None:
    """Else words of the other script land at the wrong end: size XL before the shirt."""
    for text, direction in (("قميص أزرق، مقاس XL", "rtl"), ("Blue shirt (XL) / قميص", "ltr")):
        speaker.open(shop.new_intent(description=text))
        shown = speaker.page.get_by_text(text)
        assert shown.evaluate("(e) => getComputedStyle(e).direction") == direction


def test_what_was_typed_is_only_ever_text(tab: Tab, shop: Shop) -> None:
    tab.open(shop.new_intent()).ask_for_code("edfali", f'"><script>alert(1)</script>{HOSTILE}')
    tab.shows_error_at("phone")
    expect(tab.method("edfali").locator("input[name=phone]")).to_have_value(
        f'"><script>alert(1)</script>{HOSTILE}'
    )


def test_a_long_description_breaks_no_page(tab: Tab, shop: Shop) -> None:
    tab.open(shop.new_intent(description="طويل" * 500))
    width = tab.page.evaluate("document.documentElement.scrollWidth")
    assert width <= tab.page.viewport_size["width"]  # type: ignore[index]


def test_a_link_to_nothing_says_so(speaker: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    spoiled = [str(uuid.uuid4()), "abc", "%00", "é", intent.uuid[:-1], f"{intent.uuid}."]
    for name in spoiled:
        url = f"{shop.service.url}/checkout/{name}"
        answer = speaker.goto(in_language(url, speaker.visitor.language))
        assert answer.status == 404, name
        speaker.shows("not-found")


def test_a_link_that_was_cut_off_or_lengthened_says_so_too(tab: Tab, shop: Shop) -> None:
    uuid = shop.new_intent().uuid
    for path in ("/checkout", "/checkout/", f"/checkout/{uuid}/", f"/checkout/{uuid}/more"):
        tab.goto(f"{shop.service.url}{path}")
        expect(tab.page.locator("main")).to_be_visible(timeout=1000)


def test_the_address_of_a_form_leads_to_the_payment(tab: Tab, shop: Shop) -> None:
    """A browser that restores its tabs asks for what once answered a form."""
    intent = shop.new_intent()
    for step in ("start", "code", "resend"):
        tab.goto(f"{intent.checkout_url}/{step}")
        expect(tab.page.locator("main")).to_be_visible(timeout=1000)


def test_the_receipt_can_be_printed(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent(return_url="https://shop.example/", description="قميص")
    tab.open(intent).pay_by_wallet("sadad", values.SADAD_APPROVED)
    tab.shows("paid")
    tab.page.emulate_media(media="print")
    for field in ("reference", "amount", "date", "method", "payer"):
        expect(tab.page.locator(f"[data-field={field}]")).to_be_visible()
    for action in ("return", "stay", "language", "print"):
        expect(tab.action(action)).to_be_hidden()
    expect(tab.page.locator("[data-test-values]")).to_be_hidden()


def test_only_what_the_merchant_has_enabled_is_offered(tab: Tab, shop: Shop) -> None:
    """And a merchant's name, too, is only ever text."""
    name = '<i>Shop</i> & "Co"'
    with shop.of_another_merchant(name, "--methods", "edfali") as other:
        intent = other.new_intent()
        tab.open(intent)
        assert name in tab.text()
        expect(tab.page.locator("[data-method]")).to_have_count(1)
        tab.pay_by_wallet("edfali", values.EDFALI_APPROVED)
        tab.shows("paid")
        other.assert_paid_once(intent)


def test_a_live_checkout_shows_no_test_values_and_offers_only_what_is_set_up(
    tab: Tab, shop: Shop
) -> None:
    with shop.of_another_merchant("Live", "--mode", "live") as other:
        tab.open(other.new_intent(return_url="https://shop.example/"))
        tab.shows("choose")
        expect(tab.page.locator("[data-test-values]")).to_have_count(0)
        assert values.SADAD_APPROVED not in tab.page.content()
        expect(tab.page.locator("[data-method]")).to_have_count(0)
        expect(tab.action("return")).to_be_visible()


def test_the_time_that_is_left_is_shown_and_counts_down(tab: Tab, shop: Shop) -> None:
    soon = (datetime.now(UTC) + timedelta(minutes=6)).isoformat()
    tab.open(shop.new_intent(expires_at=soon))
    clock = tab.page.locator("[role=timer]")
    expect(clock).to_have_text(re.compile(r"5:\d\d"))
    tab.page.clock.fast_forward(180_000)
    expect(clock).to_have_text(re.compile(r"2:\d\d"))


def test_all_that_waits_says_that_it_may_be_closed(speaker: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    speaker.open(intent).pay_by_wallet("sadad", values.SADAD_CHARGED_LOST)
    speaker.shows("confirming")
    words = "إغلاق" if speaker.visitor.language == "ar" else "close"
    assert words in speaker.text()
    speaker.page.close()
    shop.pass_time(intent, 30)
    shop.wait_until(intent, "succeeded")
    shop.assert_paid_once(intent)


def first_view(new_visitor: NewVisitor, shop: Shop, intent: Intent) -> dict[str, int]:
    tab = Tab(new_visitor(), shop.sandbox.url)
    tab.open(intent)
    tab.page.wait_for_load_state("networkidle")
    return {r.url: r.sizes()["responseBodySize"] for r in tab.visitor.guard.requests}


def test_the_first_view_is_light(new_visitor: NewVisitor, shop: Shop) -> None:
    intent = shop.new_intent(description="قميص أزرق" * 20)
    weights = first_view(new_visitor, shop, intent)
    light = {url: weight for url, weight in weights.items() if not url.endswith(".woff2")}
    assert len(light) > 2
    assert sum(light.values()) < 100_000, light
