"""Signing in, and what it gives away."""

import pytest

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import Colleague
from tests.dashboard.support.page import Page

REFUSED = "The e-mail address or the password is wrong."


def test_the_right_password_leads_to_the_page_that_was_asked_for(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    browser = new_colleague(owner.email)
    assert browser.open("/profile").name == "people/sign_in"
    page = browser.send("/sign-in", email=owner.email, password="olive trees of Gharyan")
    assert (page.path, page.name) == ("/dashboard/profile", "people/profile")


def test_a_wrong_password_and_an_unknown_address_are_told_the_same(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    answers = [
        new_colleague(email).sign_in("not the password")
        for email in (owner.email, "nobody@shop.example", "not an address", "")
    ]
    for page in answers:
        assert (page.status, page.notices) == (200, [REFUSED])
        assert page.form("/sign-in").fields["password"] == ""
        assert "not the password" not in page.answer.text
    assert len({_without_address(page) for page in answers}) == 1


def test_too_many_tries_are_refused_alike_for_known_and_unknown_addresses(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    guessers = [new_colleague(owner.email), new_colleague("nobody.else@shop.example")]
    for _ in range(10):
        for guesser in guessers:
            assert guesser.sign_in("not the password").notices == [REFUSED]
    refused = [guesser.sign_in("not the password") for guesser in guessers]
    assert [page.status for page in refused] == [429, 429]
    assert [page.answer.headers["retry-after"] for page in refused] == ["900", "900"]
    assert "Too many tries" in refused[0].text
    assert "a pause of up to 15 minutes" in refused[0].text
    # Even the right password waits; elsewhere its owner comes in.
    assert guessers[0].sign_in().status == 429
    assert new_colleague(owner.email).sign_in().name == "people/applications"


def test_who_is_signed_in_is_not_asked_again(owner: Colleague) -> None:
    assert owner.open("/sign-in").path == "/dashboard"
    assert owner.open("/sign-up").path == "/dashboard"


def test_who_is_not_signed_in_is_sent_to_sign_in_with_the_whole_address(
    new_colleague: NewColleague,
) -> None:
    answer = new_colleague().client.get("/dashboard/applications?lang=en&x=1")
    assert answer.status_code == 303
    assert (
        answer.headers["location"]
        == "/dashboard/sign-in?next=%2Fdashboard%2Fapplications%3Flang%3Den%26x%3D1"
    )


@pytest.mark.parametrize(
    "next_page",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "/dashboard\\@evil.example",
        "/dashboard@evil.example",
        "/dashboard.evil.example",
        "/dashboard//evil.example",
        "/dashboard/..//evil.example",
        "/dashboard/%2e%2e//evil.example",
        "/dashboard/\r\nSet-Cookie: wasl_session=x",
        "/dashboard/profile#\u202e",
        "/checkout/7",
        "javascript:alert(1)",
        " /dashboard/profile",
    ],
)
def test_nothing_but_pages_of_ours_is_gone_to(
    owner: Colleague, new_colleague: NewColleague, next_page: str
) -> None:
    browser = new_colleague(owner.email)
    browser.open("/sign-in", next=next_page)
    answer = browser.post("/sign-in", {"email": owner.email, "password": "olive trees of Gharyan"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/dashboard")
    signed_in = browser.client.get("/dashboard/sign-in", params={"next": next_page})
    assert signed_in.headers["location"] == "/dashboard"
    browser.open("/confirm-password", next=next_page)
    confirmed = browser.post("/confirm-password", {"password": "olive trees of Gharyan"})
    assert confirmed.headers["location"] == "/dashboard"
    browser.open("/profile")
    form = browser.page.form("/sign-out")
    left = browser.client.post(form.action, data=form.fields, params={"next": next_page})
    assert left.headers["location"] == "/dashboard/sign-in"


def _without_address(page: Page) -> str:
    text = page.answer.text
    for form in page.forms:
        for value in form.fields.values():
            text = text.replace(f'value="{value}"', "")
    nonce = page.answer.headers["content-security-policy"].split("'nonce-")[1].split("'")[0]
    return text.replace(nonce, "")
