"""Every page of the dashboard, in each language, in light and dark, on a phone and a desktop.

Contrast takes nearly all of the time, and is the same in each language (a test of the style sheets
sees to that): each page is looked at in light in one of them, and in dark in the other.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.dashboard.company import Company
from tests.browser.dashboard.desk import Desk
from tests.browser.dashboard.walks import WALKS
from tests.browser.looking import problems_of
from tests.browser.screens import LANGUAGES, Language, Scheme
from tests.browser.visitor import NewVisitor
from tests.dashboard.support.colleague import PREFIX
from tests.dashboard.support.declared import APPLICATION_ROUTES, PEOPLE_ROUTES
from wasl.dashboard import gate
from wasl.web import page_templates

# What answers with no page: it leads on to one, or is a file.
_NO_PAGES = {"", "/applications/{application}/payments.csv"}
# What pages are made of.
_PIECES = {"base", "parts", "application/page", "application/pieces"}
_SCHEME_IN: dict[Language, Scheme] = {"ar": "light", "en": "dark"}
_TEMPLATES = Path(page_templates.__file__).parent / "templates" / "dashboard"


@dataclass(frozen=True)
class Sight:
    """One stop of a walk."""

    stop: str
    page: str
    path: str
    title: str
    problems: list[str] = field(default_factory=list)


@pytest.fixture(scope="module", params=LANGUAGES)
def sights(
    request: pytest.FixtureRequest, chromium: Browser, company: Company
) -> Iterator[list[Sight]]:
    """Each page is opened once for all that is asked about it."""
    with ExitStack() as stack:
        visitor = NewVisitor(stack, chromium, company.service.url)(language=request.param)
        found = []
        for walk in WALKS:
            desk = Desk(visitor, company.service.url)
            scheme = _SCHEME_IN[request.param]
            found += [_seen(desk, stop, scheme) for stop in walk(desk, company)]
            desk.leave()
        yield found


def _seen(desk: Desk, stop: str, scheme: Scheme) -> Sight:
    page = desk.page.locator("main").get_attribute("data-page") or ""
    problems = list(problems_of(desk.page, [scheme]))
    return Sight(stop, page, desk.path, desk.page.title(), problems)


def test_nobody_is_kept_out(sights: list[Sight]) -> None:
    found = [f"{sight.stop}: {problem}" for sight in sights for problem in sight.problems]
    assert not found, "\n".join(found)


def test_every_declared_page_was_looked_at(sights: list[Sight]) -> None:
    """A new one needs a stop in a walk, which also gives it its pictures."""
    seen = {sight.path for sight in sights}
    missing = [
        route.path
        for route in (*PEOPLE_ROUTES, *APPLICATION_ROUTES)
        if route.method == "GET" and route.path not in _NO_PAGES
        if not any(_pattern(route).fullmatch(path) for path in seen)
    ]
    assert missing == []


def _pattern(route: gate.DashboardRoute) -> re.Pattern[str]:
    parameter = re.compile(r"\\\{\w+\\\}")
    return re.compile(re.escape(PREFIX) + parameter.sub("[^/]+", re.escape(route.path)))


def test_every_template_was_looked_at(sights: list[Sight]) -> None:
    """Also of pages that only a form leads to."""
    names = {str(path.relative_to(_TEMPLATES).with_suffix("")) for path in _TEMPLATES.rglob("*")}
    folders = {"application", "people"}
    assert {sight.page for sight in sights} == names - _PIECES - folders


def test_each_stop_has_a_name_of_its_own(sights: list[Sight]) -> None:
    assert len({sight.stop for sight in sights}) == len(sights)


def test_each_page_has_a_title_of_its_own(sights: list[Sight]) -> None:
    titles: dict[str, set[str]] = {}
    for sight in sights:
        titles.setdefault(sight.title, set()).add(sight.page)
    assert {title: pages for title, pages in titles.items() if len(pages) > 1} == {}
