"""Codes at sign-in, and recovery codes."""

from datetime import UTC, datetime, timedelta

import pyotp

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import PASSWORD, Colleague
from tests.support.service import Service

WRONG = "This code is wrong, or was used before."


def _code(secret: str, ahead_s: int = 0) -> str:
    return pyotp.TOTP(secret).at(datetime.now(UTC) + timedelta(seconds=ahead_s))


def _turn_on(someone: Colleague) -> tuple[str, list[str]]:
    """The secret, and the recovery codes."""
    someone.open("/profile/two-steps")
    secret = someone.send("/begin").secrets["totp"]
    # An older code than the one a sign-in uses next: each works once.
    page = someone.send("/confirm", code=_code(secret, -30))
    assert page.name == "people/recovery_codes", page.text
    return secret, page.secrets["recovery-codes"].split("\n")


def test_the_secret_is_shown_once_as_a_picture_and_as_text(owner: Colleague) -> None:
    owner.open("/profile/two-steps")
    page = owner.send("/begin")
    assert page.name == "people/two_steps_begun"
    assert page.answer.headers["cache-control"] == "no-store"
    assert "<svg" in page.answer.text
    assert "data:" not in page.answer.text
    secret = page.secrets["totp"]
    assert len(secret) == 32
    page = owner.send("/confirm", code="000000")
    assert (page.status, page.errors) == (200, {"code": WRONG})
    assert page.secrets == {}
    assert secret not in page.answer.text
    assert secret not in owner.open("/profile/two-steps").answer.text
    assert secret not in owner.open("/profile").answer.text


def test_recovery_codes_are_shown_once(owner: Colleague) -> None:
    copied = owner.session_cookie
    _secret, codes = _turn_on(owner)
    assert owner.session_cookie not in (None, copied)
    assert len(codes) == len(set(codes)) == 10
    page = owner.open("/profile/two-steps")
    assert "On Signing in takes your password and a code from your app." in page.text
    assert codes[0] not in page.answer.text
    # What was confirmed is not confirmed, and not begun, again.
    csrf = page.form("/turn-off").fields["csrf"]
    for step in ("begin", "confirm"):
        answer = owner.client.post(f"/dashboard/profile/two-steps/{step}", data={"csrf": csrf})
        assert answer.headers["location"] == "/dashboard/profile/two-steps"


def test_signing_in_takes_a_second_step(owner: Colleague, new_colleague: NewColleague) -> None:
    secret, _codes = _turn_on(owner)
    browser = new_colleague(owner.email)
    browser.open("/sign-in", next="/dashboard/profile")
    page = browser.send("/sign-in", email=owner.email, password=PASSWORD)
    assert (page.status, page.name) == (200, "people/second_step")
    assert browser.session_cookie is None
    page = browser.send("/sign-in/code", code="000000")
    assert (page.status, page.errors) == (200, {"code": WRONG})
    page = browser.send("/sign-in/code", code=_code(secret))
    assert page.path == "/dashboard/profile"


def test_a_code_works_once(owner: Colleague, new_colleague: NewColleague) -> None:
    secret, _codes = _turn_on(owner)
    code = _code(secret)
    pages = []
    for _ in range(2):
        browser = new_colleague(owner.email)
        browser.sign_in()
        pages.append(browser.send("/sign-in/code", code=code))
    assert [page.name for page in pages] == ["people/applications", "people/second_step"]


def test_a_recovery_code_signs_in_once_however_it_is_typed(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    _secret, codes = _turn_on(owner)
    pages = []
    for typed in (codes[3].lower().replace("-", " "), codes[3]):
        browser = new_colleague(owner.email)
        browser.sign_in()
        pages.append(browser.send("/sign-in/code", code=typed))
    assert [page.name for page in pages] == ["people/applications", "people/second_step"]


def test_a_second_step_that_is_over_begins_again(
    owner: Colleague, new_colleague: NewColleague, desk: Service
) -> None:
    secret, _codes = _turn_on(owner)
    browser = new_colleague(owner.email)
    browser.open("/sign-in", next="/dashboard/profile")
    browser.send("/sign-in", email=owner.email, password=PASSWORD)
    desk.database.execute("UPDATE second_steps SET ends_at = now() - interval '1 second'")
    page = browser.send("/sign-in/code", code=_code(secret))
    assert page.name == "people/sign_in"
    assert "Begin again" in page.notices[0]
    # Where they wanted to go is not forgotten.
    assert "next=%2Fdashboard%2Fprofile" in page.form("/sign-in").action


def test_five_wrong_codes_end_the_second_step(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    secret, _codes = _turn_on(owner)
    browser = new_colleague(owner.email)
    browser.sign_in()
    for _ in range(5):
        assert browser.send("/sign-in/code", code="000000").errors == {"code": WRONG}
    assert browser.send("/sign-in/code", code=_code(secret)).name == "people/sign_in"


def test_turning_codes_off_needs_the_password_and_then_none_are_asked_for(
    owner: Colleague, new_colleague: NewColleague, desk: Service
) -> None:
    _turn_on(owner)
    _forget_password(desk, owner)
    owner.open("/profile/two-steps")
    page = owner.send("/turn-off")
    assert page.name == "people/confirm_password"
    page = owner.send("/confirm-password", password=PASSWORD)
    assert page.path == "/dashboard/profile/two-steps"
    page = owner.send("/turn-off")
    assert page.notices == ["No codes are asked for any more."]
    assert new_colleague(owner.email).sign_in().name == "people/applications"


def _forget_password(desk: Service, someone: Colleague) -> None:
    desk.database.execute(
        "UPDATE sessions SET password_confirmed_at = now() - interval '1 hour' FROM users"
        " WHERE users.id = user_id AND email = $1",
        someone.email,
    )


def test_how_many_recovery_codes_are_left_is_shown(owner: Colleague) -> None:
    _secret, codes = _turn_on(owner)
    left = "Recovery codes you have not used yet: "
    assert f"{left}10" in owner.open("/profile/two-steps").text
    owner.open("/profile")
    owner.send("/sign-out")
    owner.sign_in()
    owner.send("/sign-in/code", code=codes[0])
    assert f"{left}9" in owner.open("/profile/two-steps").text
