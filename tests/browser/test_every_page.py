"""Every page, in each language, in light and dark: nothing that keeps anybody out."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.browser.screens import LANGUAGES, PHONE, SCHEMES, Language
from tests.browser.shop import Shop
from tests.browser.site import Site
from tests.browser.tab import Tab
from tests.browser.visitor import NewVisitor
from tests.browser.walks import WALKS, Walk

# Phones are this narrow, and so is a desktop at 400 %.
NARROWEST_PX = 320
# What a thumb hits.
SMALLEST_TARGET_PX = 44
# Google calls up to 0.1 good.
NOTICEABLE_SHIFT = 0.005

# The card form in its frame is the provider's.
_OURS = {"exclude": [["iframe"]]}

_TOO_WIDE = """(width) => [...document.querySelectorAll("body *")]
    .filter((e) => e.getBoundingClientRect().right > width + 1
        || e.getBoundingClientRect().left < -1)
    .filter((e) => !e.closest(".test-table") && !e.closest("#moamalat-lightbox-overlay"))
    .filter((e) => e.checkVisibility({ visibilityProperty: true }))
    .map((e) => e.outerHTML.slice(0, 80))"""

_TOO_SMALL = """(smallest) => [...document.querySelectorAll("a, button, summary, input")]
    .filter((e) => e.type !== "hidden" && e.checkVisibility({ visibilityProperty: true }))
    .filter((e) => !e.closest("iframe"))
    .filter((e) => e.getBoundingClientRect().height < smallest)
    .map((e) => `${e.outerHTML.slice(0, 80)}: ${e.getBoundingClientRect().height}`)"""

# Since the page began. Nobody has touched it: what Chromium takes for input, the size that the
# screen was given, is none.
_SHIFTS = """() => new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 200);
})"""


@pytest.fixture(params=LANGUAGES)
def walker(request: pytest.FixtureRequest, new_visitor: NewVisitor, shop: Shop) -> Tab:
    language: Language = request.param
    return Tab(new_visitor(language=language), shop.sandbox.url)


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_every_page_is_open_to_everybody(walker: Tab, shop: Shop, walk: Walk) -> None:
    found = [
        f"{stop}: {problem}" for stop in walk(walker, shop) for problem in _problems_of(walker.page)
    ]
    assert not found, "\n".join(found)


def _problems_of(page: Page) -> Iterator[str]:
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        yield from (f"{scheme}: {violation}" for violation in _violations(page))
    page.emulate_media(color_scheme="light")
    yield from (f"too small to hit: {e}" for e in page.evaluate(_TOO_SMALL, SMALLEST_TARGET_PX))
    page.set_viewport_size({"width": NARROWEST_PX, "height": PHONE.height})
    yield from (f"too wide: {element}" for element in page.evaluate(_TOO_WIDE, NARROWEST_PX))
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})


def _violations(page: Page) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(page, context=_OURS).response["violations"]
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]


def test_looking_finds_what_keeps_people_out(visit_site: NewVisitor, site: Site) -> None:
    """So that silence about our pages means something."""
    page = visit_site().new_page()
    page.goto(
        site.page(
            "/",
            """<meta name=viewport content="width=device-width">
            <style>@media (prefers-color-scheme: dark) { p { color: #666; background: #555 } }
            </style><main><h1>A page</h1><p>Dark on dark</p><button>Small</button>
            <div style="width: 500px">Wide</div></main>""",
        )
    )
    found = list(_problems_of(page))
    assert [problem.split(": <")[0] for problem in found] == [
        "dark: color-contrast",
        "too small to hit",
        "too wide",
    ]


def test_looking_finds_what_moves(visit_site: NewVisitor, site: Site) -> None:
    page = visit_site().new_page()
    page.goto(site.page("/", "<h1>A page</h1><p>Text</p>"))
    page.evaluate("document.querySelector('h1').style.marginTop = '300px'")
    assert page.evaluate(_SHIFTS) > NOTICEABLE_SHIFT


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_moves_while_a_page_comes_up(
    new_visitor: NewVisitor, shop: Shop, language: Language
) -> None:
    tab = Tab(new_visitor(language=language), shop.sandbox.url)
    intent = shop.new_intent(description="قميص أزرق")
    tab.open(intent)
    tab.page.wait_for_function("document.fonts.status === 'loaded'")
    assert tab.page.evaluate(_SHIFTS) < NOTICEABLE_SHIFT
