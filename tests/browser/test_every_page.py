"""Every page, in each language, in light and dark: nothing that keeps anybody out."""

import pytest

from tests.browser.looking import problems_of
from tests.browser.screens import LANGUAGES, Language
from tests.browser.shop import Shop
from tests.browser.site import Site
from tests.browser.tab import Tab
from tests.browser.visitor import NewVisitor
from tests.browser.walks import WALKS, Walk

# Google calls up to 0.1 good.
NOTICEABLE_SHIFT = 0.005

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
        f"{stop}: {problem}" for stop in walk(walker, shop) for problem in problems_of(walker.page)
    ]
    assert not found, "\n".join(found)


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
    found = list(problems_of(page))
    assert [problem.split(": <")[0] for problem in found] == [
        "dark: color-contrast",
        "too small to hit",
        "too wide on narrowest",
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
