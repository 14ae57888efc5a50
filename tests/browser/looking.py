"""Looks at a page as it stands, and tells what would keep anybody out."""

from collections.abc import Iterator, Sequence

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.browser.screens import DESKTOP, PHONE, SCHEMES, Scheme, Screen

# Phones are this narrow, and so is a desktop at 400 %.
NARROWEST = Screen("narrowest", 320, PHONE.height, is_phone=True)
# What a thumb hits.
SMALLEST_TARGET_PX = 44

# The card form in its frame is the provider's. Only what is wrong is brought back: the whole report
# takes longer to carry than to make.
_AXE = """(rules) => axe
    .run({ exclude: [["iframe"]] }, { resultTypes: ["violations"], rules })
    .then((report) => report.violations.flatMap((violation) => violation.nodes.map(
        (node) => `${violation.id}: ${node.html} ${node.failureSummary}`)))"""
# Nearly all of the time that axe takes.
_NO_CONTRAST = {"color-contrast": {"enabled": False}}

# What scrolls by itself may hold what is wider than the page.
_TOO_WIDE = """(width) => {
    const scrolls = (e) => e !== null
        && (["auto", "scroll"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
    return [...document.querySelectorAll("body *")]
        .filter((e) => e.getBoundingClientRect().right > width + 1
            || e.getBoundingClientRect().left < -1)
        .filter((e) => !scrolls(e.parentElement) && !e.closest("#moamalat-lightbox-overlay"))
        .filter((e) => e.checkVisibility({ visibilityProperty: true }))
        .map((e) => e.outerHTML.slice(0, 80));
}"""

# A label is hit for its box. A link amid the words of a sentence is as high as they are.
_TOO_SMALL = """(smallest) => {
    const amidWords = (e) => e.tagName === "A" && getComputedStyle(e).display === "inline"
        && [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    return [...document.querySelectorAll("a, button, summary, input, select, textarea")]
        .filter((e) => e.type !== "hidden" && e.checkVisibility({ visibilityProperty: true }))
        .filter((e) => !e.closest("iframe") && !amidWords(e))
        .map((e) => [e, (e.closest("label") ?? e).getBoundingClientRect().height])
        .filter(([, height]) => height < smallest)
        .map(([e, height]) => `${e.outerHTML.slice(0, 120)}: ${height}`);
}"""


def problems_of(page: Page, schemes: Sequence[Scheme] = SCHEMES) -> Iterator[str]:
    """On a phone in light and dark, on the narrowest one, and on a desktop, which is no other in
    its colours."""
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        yield from (f"{scheme}: {violation}" for violation in _violations(page, {}))
    page.emulate_media(color_scheme="light")
    yield from (f"too small to hit: {e}" for e in page.evaluate(_TOO_SMALL, SMALLEST_TARGET_PX))
    yield from _too_wide_on(page, NARROWEST)
    yield from _too_wide_on(page, DESKTOP)
    yield from (f"desktop: {violation}" for violation in _violations(page, _NO_CONTRAST))
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})


def _too_wide_on(page: Page, screen: Screen) -> Iterator[str]:
    page.set_viewport_size({"width": screen.width, "height": screen.height})
    for element in page.evaluate(_TOO_WIDE, screen.width):
        yield f"too wide on {screen.name}: {element}"


def _violations(page: Page, rules: dict[str, dict[str, bool]]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_AXE, rules)
    return found
