"""Addresses that no page has, and those that only forms are sent to."""

import re

import pytest

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.declared import APPLICATION_ROUTES, PEOPLE_ROUTES

DECLARED = [*PEOPLE_ROUTES, *APPLICATION_ROUTES]
PAGES = {route.path for route in DECLARED if route.method == "GET"}
ONLY_SENT_TO = sorted({route.path for route in DECLARED} - PAGES)


def test_the_address_with_a_slash_leads_to_the_dashboard(new_colleague: NewColleague) -> None:
    answer = new_colleague().client.get("/dashboard/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/dashboard")


@pytest.mark.parametrize("path", ["/foo", "/foo/bar", "/applications/x/y/z", "/sign-in/"])
def test_an_unknown_address_says_so_on_a_page(new_colleague: NewColleague, path: str) -> None:
    stranger, member = new_colleague(), new_colleague().sign_up()
    for someone in (stranger, member):
        page = someone.open(path)
        assert (page.status, page.name) == (404, "trouble")
        assert "There is nothing here" in page.text
    assert "Sign out" in member.page.text


@pytest.mark.parametrize("path", ONLY_SENT_TO)
def test_the_address_of_a_form_leads_back_to_its_page(
    new_colleague: NewColleague, path: str
) -> None:
    address = re.sub(r"\{\w+\}", "6f0e2a3c-0000-7000-8000-000000000000", path)
    answer = new_colleague().client.get(f"/dashboard{address}")
    assert answer.status_code == 303
    page = answer.headers["location"].removeprefix("/dashboard")
    assert address.startswith(page)
    assert any(re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", known), page) for known in PAGES), page
