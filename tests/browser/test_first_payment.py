"""From a clean clone to a fulfilled order, with nothing but the README's first command."""

from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.tab import Tab
from tests.browser.visitor import NewVisitor
from tests.support.clean_clone import first_command, newcomer
from tests.support.waiting import wait_for

APPROVED_PHONE = "0910000001"


def test_a_newcomer_pays_for_something_and_gets_it(chromium: Browser, tmp_path: Path) -> None:
    assert first_command() == ["make", "run"]
    with newcomer(tmp_path) as running:
        shop_url, dashboard_url = running.printed("Shop"), running.printed("Dashboard")
        with ExitStack() as stack:
            visitor = NewVisitor(stack, chromium, shop_url)()
            visitor.guard.allow(dashboard_url)
            tab = Tab(visitor, running.printed("Simulators"))
            tab.goto(shop_url)
            tab.page.locator("[data-item] button").first.click()
            tab.pay_by_wallet("sadad", APPROVED_PHONE)
            tab.shows("paid")
            tab.page.locator("[data-action=return]").click()
            expect(tab.page.locator("main")).to_have_attribute("data-page", "fulfilled")

            tab.goto(dashboard_url)
            tab.page.locator("input[name=email]").fill(running.printed("Sign in with"))
            tab.page.locator("input[name=password]").fill(running.printed("Password"))
            tab.page.locator("main form button[type=submit]").click()
            tab.page.locator('nav a[href$="/deliveries"]').click()
            # The shop heard of it, too, and has verified the signature.
            tab.page.locator("[data-delivery] a").first.click()
            expect(tab.page.locator("[data-status=succeeded]")).to_be_visible()
    wait_for(lambda: running.left_running() == [])
    assert "Stopped. The data is kept." in running.output.read_text()
    assert "process_failed" not in running.output.read_text()
