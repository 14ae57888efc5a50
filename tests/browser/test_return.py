"""After paying, the customer is sent back to the shop: once, and with nothing added."""

import pytest
from playwright.sync_api import expect

from tests.browser.shop import Intent, Shop
from tests.browser.site import Site
from tests.browser.tab import Tab
from tests.engine.values import SADAD_APPROVED

# What the merchant put in it comes back to the byte.
TARGET = "/orders/77?from=checkout&x=%D9%82&sig=a+b%2Fc=="
A_MINUTE_MS = 60_000


@pytest.fixture
def merchant_site(site: Site, tab: Tab) -> Site:
    site.page("/orders/77", "Thank you")
    tab.visitor.guard.allow(site.url)
    return site


def paid(tab: Tab, shop: Shop, **changes: object) -> Intent:
    intent = shop.new_intent(**changes)
    tab.open(intent).pay_by_wallet("sadad", SADAD_APPROVED)
    tab.shows("paid")
    return intent


def assert_came_back(site: Site) -> None:
    (visit,) = site.visits
    assert (visit.method, visit.target) == ("GET", TARGET)
    assert "Referer" not in visit.headers
    assert "Origin" not in visit.headers


def test_the_customer_is_taken_back_after_a_moment_to_read(
    merchant_site: Site, tab: Tab, shop: Shop
) -> None:
    return_url = f"{merchant_site.url}{TARGET}"
    intent = paid(tab, shop, return_url=return_url)
    before = shop.retrieve(intent)
    expect(tab.action("stay")).to_be_visible()
    tab.page.wait_for_timeout(1500)
    assert merchant_site.visits == []
    tab.page.clock.fast_forward(A_MINUTE_MS)
    tab.page.wait_for_url(return_url)
    assert_came_back(merchant_site)
    assert shop.retrieve(intent) == before, "going back changes nothing"


def test_the_button_leads_back_at_once(merchant_site: Site, tab: Tab, shop: Shop) -> None:
    return_url = f"{merchant_site.url}{TARGET}"
    paid(tab, shop, return_url=return_url)
    tab.press(tab.action("return"))
    assert tab.page.url == return_url
    assert_came_back(merchant_site)


def test_who_comes_back_from_the_shop_may_stay_with_the_receipt(
    merchant_site: Site, tab: Tab, shop: Shop
) -> None:
    return_url = f"{merchant_site.url}{TARGET}"
    paid(tab, shop, return_url=return_url)
    tab.page.clock.fast_forward(A_MINUTE_MS)
    tab.page.wait_for_url(return_url)
    tab.page.go_back()
    tab.shows("paid")
    tab.page.clock.fast_forward(A_MINUTE_MS)
    tab.shows("paid")
    assert len(merchant_site.visits) == 1


def test_who_wants_to_stay_stays(merchant_site: Site, tab: Tab, shop: Shop) -> None:
    paid(tab, shop, return_url=f"{merchant_site.url}{TARGET}")
    tab.action("stay").click()
    tab.page.clock.fast_forward(A_MINUTE_MS)
    tab.page.reload()
    tab.page.clock.fast_forward(A_MINUTE_MS)
    tab.shows("paid")
    assert merchant_site.visits == []
    expect(tab.action("return")).to_be_visible()


def test_without_a_return_url_the_receipt_stays(tab: Tab, shop: Shop) -> None:
    paid(tab, shop)
    tab.page.clock.fast_forward(A_MINUTE_MS)
    tab.shows("paid")
    expect(tab.action("return")).to_have_count(0)


def test_an_expired_checkout_offers_the_way_back_and_takes_nobody_there(
    merchant_site: Site, tab: Tab, shop: Shop
) -> None:
    intent = shop.new_intent(return_url=f"{merchant_site.url}{TARGET}")
    shop.expire(intent)
    tab.open(intent).shows("expired")
    tab.page.clock.fast_forward(A_MINUTE_MS)
    tab.shows("expired")
    tab.press(tab.action("return"))
    assert_came_back(merchant_site)


def test_an_expired_checkout_without_a_return_url_offers_none(tab: Tab, shop: Shop) -> None:
    intent = shop.new_intent()
    shop.expire(intent)
    tab.open(intent).shows("expired")
    expect(tab.action("return")).to_have_count(0)
