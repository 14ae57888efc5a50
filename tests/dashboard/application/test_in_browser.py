"""Every page about an application in Chromium: both languages, phone and desktop, both schemes."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.dashboard.application.shop import Shop
from tests.dashboard.application.walk import Walker, bring_session
from tests.engine.processes import Worker
from tests.support.service import Service
from tests.webhooks.receiver import Receiver

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
# A folder for pictures of every page, for whoever wants to look at them.
PICTURES = os.environ.get("WASL_PICTURES")

_TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def chromium(till: Service, worker: Worker) -> Iterator[Browser]:
    """Started after the service, and gone before it: Playwright's event loop is in the way."""
    with sync_playwright() as playwright:
        options = ["--disable-gpu", "--no-sandbox"]
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=options)
        yield browser
        browser.close()


@pytest.mark.parametrize("screen", ["phone", "desktop"])
@pytest.mark.parametrize("language", ["ar", "en"])
def test_every_page_is_accessible_and_fits(
    shop: Shop, live_shop: Shop, receiver: Receiver, chromium: Browser, language: str, screen: str
) -> None:
    context = _context(chromium, screen, shop)
    troubles = _listen(context)
    page = context.new_page()
    bring_session(page, shop.owner, shop.service.url)
    stops = []
    problems = []
    for stop in Walker(page, shop, live_shop, receiver, language).all():
        stops.append(stop)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            _take_picture(page, f"{stop}.{language}.{screen}.{scheme}")
            if page.evaluate(_TOO_WIDE):
                problems.append(f"{stop} is too wide")
            report = Axe().run(page)
            if report.violations_count:
                problems.append(f"{stop} {scheme}\n{report.generate_report()}")
    assert len(stops) == len(set(stops)) > 25
    assert "\n".join(problems) == ""
    assert troubles == []
    context.close()


def test_all_of_it_works_without_javascript(
    shop: Shop, live_shop: Shop, receiver: Receiver, chromium: Browser
) -> None:
    context = _context(chromium, "phone", shop, java_script_enabled=False)
    page = context.new_page()
    bring_session(page, shop.owner, shop.service.url)
    assert len(list(Walker(page, shop, live_shop, receiver, "ar").all())) > 25
    context.close()


def _context(chromium: Browser, screen: str, shop: Shop, **more: Any) -> BrowserContext:
    options: dict[str, Any] = (PHONE if screen == "phone" else DESKTOP) | more
    headers = {"X-Forwarded-For": shop.owner.address}
    context = chromium.new_context(reduced_motion="reduce", extra_http_headers=headers, **options)
    context.set_default_timeout(15_000)
    return context


def _listen(context: BrowserContext) -> list[str]:
    """What a browser complains about; a broken Content-Security-Policy is one of these."""
    troubles: list[str] = []

    def said(message: Any) -> None:
        # A form that is refused is answered with 422, which the browser mentions.
        if message.type in ("error", "warning") and "422" not in message.text:
            troubles.append(message.text)

    context.on("console", said)
    context.on("weberror", lambda error: troubles.append(error.error.message))
    context.on("requestfailed", lambda request: troubles.append(f"failed: {request.url}"))
    return troubles


def _take_picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)
