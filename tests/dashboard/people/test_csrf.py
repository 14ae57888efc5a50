"""Forms that no page of ours sent, or that were made for somebody else."""

import re
import uuid
from collections.abc import Iterator

import pytest

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import PASSWORD, Colleague
from tests.dashboard.support.declared import PEOPLE_ROUTES
from tests.support.service import Service
from wasl.dashboard.gate import DashboardRoute

POSTS = [route for route in PEOPLE_ROUTES if route.method == "POST"]
REFUSED = "This form was open for too long"


def _path(route: DashboardRoute) -> str:
    return "/dashboard" + re.sub(r"\{\w+\}", str(uuid.uuid4()), route.path)


@pytest.fixture(scope="module")
def signed_in(desk: Service) -> Iterator[Colleague]:
    with Colleague(desk.url) as someone:
        yield someone.sign_up()


@pytest.mark.parametrize("route", POSTS, ids=lambda route: route.path)
def test_a_form_without_the_right_token_is_refused(
    desk: Service, signed_in: Colleague, route: DashboardRoute
) -> None:
    signed_in.open("/profile")
    right = signed_in.page.form("/sign-out").fields["csrf"]
    with Colleague(desk.url) as stranger:
        stranger.open("/sign-in")
        foreign = stranger.page.form("/sign-in").fields["csrf"]
    audit_log = desk.database.value("SELECT count(*) FROM audit_log")
    for token in (None, "", foreign, right[:-1], right.upper(), "\u0660" * 64):
        answer = signed_in.client.post(
            _path(route),
            data={"name": "Eve"} | ({} if token is None else {"csrf": token}),
            params={"lang": "en"},
        )
        assert answer.status_code == 403
        assert REFUSED in answer.text
    # Also with the right token, where the browser is not the one it was made for.
    for cookies in ({"wasl_form": "A" * 22}, {"wasl_form": "short"}, {}):
        header = "; ".join(
            f"{name}={value}"
            for name, value in ({"wasl_session": str(signed_in.session_cookie)} | cookies).items()
        )
        answer = signed_in.client.post(
            _path(route), data={"csrf": right}, headers={"cookie": header}, params={"lang": "en"}
        )
        assert answer.status_code == 403
        assert REFUSED in answer.text
    assert desk.database.value("SELECT count(*) FROM audit_log") == audit_log


def test_a_token_of_another_session_in_the_same_browser_is_refused(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    other = new_colleague().sign_up()
    owner.open("/profile")
    of_the_owner = owner.page.form("/sign-out").fields["csrf"]
    # Somebody else signs in in the same browser: the form cookie stays, the session is theirs.
    owner.client.cookies.delete("wasl_session")
    owner.email = other.email
    owner.sign_in()
    answer = owner.client.post("/dashboard/sign-out", data={"csrf": of_the_owner})
    assert answer.status_code == 403


def test_a_form_from_before_signing_in_is_refused_after_it(owner: Colleague) -> None:
    session = str(owner.session_cookie)
    owner.client.cookies.delete("wasl_session")
    owner.open("/sign-in")
    before = owner.page.form("/sign-in").fields["csrf"]
    owner.client.cookies.set("wasl_session", session, domain="127.0.0.1", path="/")
    answer = owner.client.post("/dashboard/sign-out", data={"csrf": before})
    assert answer.status_code == 403
    assert owner.open("/profile").name == "people/profile"


def test_a_form_to_sign_in_that_a_second_tab_still_shows_leads_on(owner: Colleague) -> None:
    session = str(owner.session_cookie)
    owner.client.cookies.delete("wasl_session")
    for path in ("/sign-in", "/sign-up"):
        owner.open(path)
        second_tab = owner.page
        owner.client.cookies.set("wasl_session", session, domain="127.0.0.1", path="/")
        owner.page = second_tab
        page = owner.send(path, email="eve@shop.example", password=PASSWORD)
        assert (page.status, page.name) == (200, "people/applications")
        assert owner.session_cookie == session
        owner.client.cookies.delete("wasl_session")
    owner.open("/sign-in", next="/dashboard/profile")
    second_tab = owner.page
    owner.client.cookies.set("wasl_session", session, domain="127.0.0.1", path="/")
    owner.page = second_tab
    assert owner.send("/sign-in", email=owner.email).name == "people/profile"


def test_a_form_that_no_browser_sends_is_refused(owner: Colleague) -> None:
    owner.open("/profile")
    csrf = owner.page.form("/sign-out").fields["csrf"]
    for answer in (
        owner.client.post("/dashboard/sign-out", json={"csrf": csrf}),
        owner.client.post("/dashboard/sign-out", files={"csrf": csrf}),
    ):
        assert answer.status_code == 415
        assert "The form could not be read" in answer.text
    too_long = owner.client.post("/dashboard/sign-out", data={"csrf": csrf, "x": "y" * 70_000})
    assert too_long.status_code == 413
    assert "The form could not be read" in too_long.text
    assert owner.client.get("/dashboard/sign-out").headers["location"] == "/dashboard"
    assert owner.open("/profile").name == "people/profile"
    assert PASSWORD not in owner.page.answer.text
