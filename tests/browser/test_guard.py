"""The guard of all other browser tests notices what it is there for."""

import pytest

from tests.browser.site import Site, running_site
from tests.browser.visitor import NewVisitor

POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; connect-src 'self'"


def problems_of(
    visit_site: NewVisitor, site: Site, body: str, policy: str | None = None
) -> list[str]:
    visitor = visit_site()
    visitor.new_page().goto(site.page("/", body, policy=policy))
    return visitor.guard.take_notes()


def test_a_quiet_page_is_no_problem(visit_site: NewVisitor, site: Site) -> None:
    assert problems_of(visit_site, site, "<p>Nothing</p>") == []


@pytest.mark.parametrize(
    ("body", "noted"),
    [
        ("<script>console.error('oh')</script>", "console error: oh"),
        ("<script>console.warn('hm')</script>", "console warning: hm"),
        ("<script>throw new Error('thrown')</script>", "script error: thrown"),
        ("<script>Promise.reject(new Error('lost'))</script>", "script error: lost"),
        ("<img src=/not-here>", "answer 404"),
        ("<img src=http://127.0.0.1:1/nobody>", "request failed"),
    ],
)
def test_what_goes_wrong_in_a_page_is_noted(
    visit_site: NewVisitor, site: Site, body: str, noted: str
) -> None:
    assert any(noted in problem for problem in problems_of(visit_site, site, body))


@pytest.mark.parametrize(
    "body",
    [
        "<img src=/picture>",
        "<p style='color: red'>styled</p>",
        "<script src=http://127.0.0.1:1/script.js></script>",
    ],
)
def test_what_the_policy_forbids_is_noted(visit_site: NewVisitor, site: Site, body: str) -> None:
    noted = problems_of(visit_site, site, body, policy=POLICY)
    assert any("Content Security Policy" in problem for problem in noted)


def test_a_request_to_another_host_is_noted(visit_site: NewVisitor, site: Site) -> None:
    with running_site() as other:
        elsewhere = other.page("/", "elsewhere")
        noted = problems_of(visit_site, site, f"<iframe src={elsewhere}></iframe>")
    assert noted == [f"request to another host: {elsewhere}"]


def test_a_request_to_another_host_that_is_allowed_is_not_noted(
    visit_site: NewVisitor, site: Site
) -> None:
    visitor = visit_site()
    with running_site() as other:
        framed = site.page("/", f"<iframe src={other.page('/', 'elsewhere')}></iframe>")
        with visitor.guard.allowing(other.url):
            visitor.new_page().goto(framed)
        assert other.visits


def test_a_page_that_failed_is_noted_and_one_that_is_not_there_is_not(
    visit_site: NewVisitor, site: Site
) -> None:
    visitor = visit_site()
    visitor.new_page().goto(f"{site.url}/not-here")
    visitor.guard.assert_calm()
    visitor.new_page().goto(site.page("/broken", "broken", status=500))
    with pytest.raises(AssertionError, match="answer 500"):
        visitor.guard.assert_calm()


def test_it_notices_without_javascript_too(visit_site: NewVisitor, site: Site) -> None:
    visitor = visit_site(javascript=False)
    visitor.new_page().goto(site.page("/", "<img src=/picture>", policy=POLICY))
    with pytest.raises(AssertionError, match="Content Security Policy"):
        visitor.guard.assert_calm()
