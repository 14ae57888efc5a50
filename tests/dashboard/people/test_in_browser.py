"""Every page about people in Chromium: both languages, phone and desktop, light and dark."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.dashboard.people.walk import Walker
from tests.support.service import Service

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
# A folder for pictures of every page, for whoever wants to look at them.
PICTURES = os.environ.get("WASL_PICTURES")

_TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def chromium(desk: Service) -> Iterator[Browser]:
    """Started after the service, and gone before it: Playwright's event loop is in the way."""
    with sync_playwright() as playwright:
        options = ["--disable-gpu", "--no-sandbox"]
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=options)
        yield browser
        browser.close()


@pytest.mark.parametrize("screen", ["phone", "desktop"])
@pytest.mark.parametrize("language", ["ar", "en"])
def test_every_page_is_accessible_and_fits(
    desk: Service, chromium: Browser, language: str, screen: str
) -> None:
    context = _context(chromium, screen)
    troubles = _listen(context)
    page = context.new_page()
    walker = Walker(page, desk.url, language, f"walker.{language}.{screen}@shop.example")
    stops = []
    for stop in walker.all():
        stops.append(stop)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            _take_picture(page, f"{stop}.{language}.{screen}.{scheme}")
            assert not page.evaluate(_TOO_WIDE), stop
            report = Axe().run(page)
            assert report.violations_count == 0, f"{stop} {scheme}\n{report.generate_report()}"
    assert len(stops) == len(set(stops)) > 25
    assert troubles == []
    context.close()


def test_all_of_it_works_without_javascript(desk: Service, chromium: Browser) -> None:
    context = _context(chromium, "phone", java_script_enabled=False)
    walker = Walker(context.new_page(), desk.url, "ar", "no.script@shop.example")
    assert len(list(walker.all())) > 25
    context.close()


def _context(chromium: Browser, screen: str, **more: Any) -> BrowserContext:
    options: dict[str, Any] = (PHONE if screen == "phone" else DESKTOP) | more
    # All walkers come from one machine; the service believes this proxy.
    address = f"10.8.{len(screen)}.{len(more)}"
    headers = {"X-Forwarded-For": address}
    context = chromium.new_context(reduced_motion="reduce", extra_http_headers=headers, **options)
    context.set_default_timeout(30_000)
    return context


def _listen(context: BrowserContext) -> list[str]:
    """What a browser complains about; a broken Content-Security-Policy is one of these."""
    troubles: list[str] = []
    context.on(
        "console",
        lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None,
    )
    context.on("weberror", lambda error: troubles.append(error.error.message))
    context.on("requestfailed", lambda request: troubles.append(f"failed: {request.url}"))
    return troubles


def _take_picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)
