"""What pages do by themselves: times, copies, parts that follow, filters that unfold."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.dashboard.company import Company
from tests.browser.dashboard.desk import Desk
from tests.browser.screens import DESKTOP, Language
from tests.browser.visitor import NewVisitor
from tests.dashboard.application.shop import Shop
from tests.webhooks.receiver import answer


@pytest.fixture
def shop(company: Company) -> Shop:
    return company.new_shop()


@pytest.mark.parametrize(
    ("language", "shown"),
    [("ar", "10 يناير 2026، 19:30"), ("en", "10 January 2026, 19:30")],
)
def test_times_are_the_viewers_and_the_exact_one_is_on_hover(
    new_visitor: NewVisitor, company: Company, shop: Shop, language: Language, shown: str
) -> None:
    """These visitors sit in New York, whatever the hour is in Libya."""
    at = datetime(2026, 1, 11, 0, 30, tzinfo=UTC)
    intent = shop.seed_payment(age=datetime.now(UTC) - at)
    desk = Desk(new_visitor(language=language), company.service.url)
    desk.sign_in_as(shop.owner).open(shop.path(f"/payments/{intent}"))
    created = desk.main(".lines time").first
    expect(created).to_have_text(shown)
    expect(desk.main(".story time").first).to_have_text(re.compile(rf"^{shown}:\d\d$"))
    title = datetime.fromisoformat(created.get_attribute("title") or "")
    assert abs(title - at) < timedelta(minutes=1)


def test_a_form_is_sent_once(new_visitor: NewVisitor, company: Company, shop: Shop) -> None:
    desk = Desk(new_visitor(), company.service.url)
    desk.sign_in_as(shop.owner).open(shop.path("/webhook/roll"))
    goes_on = desk.main("form").first.evaluate(
        "form => [1, 2].map(() => form.dispatchEvent("
        "new SubmitEvent('submit', {bubbles: true, cancelable: true})))"
    )
    assert goes_on == [True, False]
    # Back out of the browser's memory it can be sent.
    desk.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    desk.press("roll")
    assert desk.read_secret("webhook-secret")


def test_a_secret_is_copied_with_one_press(
    new_visitor: NewVisitor, company: Company, shop: Shop
) -> None:
    visitor = new_visitor(language="en")
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk = Desk(visitor, company.service.url)
    desk.sign_in_as(shop.owner).open(shop.path("/webhook/roll"))
    desk.press("roll")
    button = desk.main(".secret [data-copy]")
    button.click()
    expect(button).to_have_text("Copied")
    copied = desk.page.evaluate("navigator.clipboard.readText()")
    assert copied == desk.read_secret("webhook-secret")


def test_a_delivery_follows_by_itself_and_keeps_what_is_unfolded(
    new_visitor: NewVisitor, company: Company, shop: Shop
) -> None:
    company.set_hook(shop)
    company.answer(shop, answer(500, b"closed"))
    created = company.pay(shop)
    desk = Desk(new_visitor(), company.service.url)
    desk.sign_in_as(shop.owner).open(shop.path(f"/payments/{created['uuid']}"))
    desk.follow(desk.main(".story a"))
    desk.comes_to_show("details.try[open]")
    address = desk.page.url
    company.answer(shop, answer(200, b"open again"))
    company.bring_next_try_forward(shop)
    expect(desk.main("[data-status=succeeded]")).to_be_visible()
    expect(desk.main("details.try")).to_have_count(2)
    assert desk.page.url == address
    # Of one page, never of a page inside another.
    expect(desk.page.locator("main")).to_have_count(1)


def test_filters_fold_on_a_phone_and_stand_open_on_a_desktop(
    new_visitor: NewVisitor, company: Company, shop: Shop
) -> None:
    shop.seed_payment()
    phone = Desk(new_visitor(), company.service.url)
    phone.sign_in_as(shop.owner).open(shop.path("/payments"))
    expect(phone.main("[name=status]")).to_be_hidden()
    phone.unfold(".more-filters")
    phone.main("[name=status]").select_option("succeeded")
    phone.follow(phone.main("[type=submit]"))
    expect(phone.main("[name=status]")).to_be_visible()
    expect(phone.main("tr[data-uuid]")).to_have_count(1)
    desktop = Desk(new_visitor(screen=DESKTOP), company.service.url)
    desktop.sign_in_as(shop.owner).open(shop.path("/payments"))
    expect(desktop.main("[name=status]")).to_be_visible()


def test_payments_are_taken_home_as_a_file(
    new_visitor: NewVisitor, company: Company, shop: Shop
) -> None:
    shop.seed_payment(merchant_reference="order-1")
    desk = Desk(new_visitor(), company.service.url)
    desk.sign_in_as(shop.owner).open(shop.path("/payments"))
    with desk.page.expect_download() as download:
        desk.main("[data-action=export]").click()
    assert download.value.suggested_filename.endswith(".csv")
    assert "order-1" in download.value.path().read_text("utf-8")


def test_the_brand_leads_home(new_visitor: NewVisitor, company: Company, shop: Shop) -> None:
    desk = Desk(new_visitor(), company.service.url)
    desk.sign_in_as(shop.owner).open("/profile")
    desk.follow(desk.page.locator(".brand a"))
    desk.shows("application/overview")


def test_a_chart_tells_its_numbers_in_a_table_too(
    new_visitor: NewVisitor, company: Company, shop: Shop
) -> None:
    company.seed_month(shop)
    desk = Desk(new_visitor(language="en"), company.service.url)
    desk.sign_in_as(shop.owner).open(shop.path("/overview"))
    expect(desk.main(".chart svg[role=img]")).to_have_count(1)
    desk.unfold(".behind")
    rows = desk.main(".behind").first.locator("tbody tr")
    expect(rows).to_have_count(desk.main(".chart-bar").count())
    for number, title in enumerate(reversed(desk.main(".chart-bar title").all_text_contents())):
        day, amount = title.split(": ")
        expect(rows.nth(number)).to_contain_text(day)
        expect(rows.nth(number)).to_contain_text(amount)
