"""Someone's own page."""

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import PASSWORD, Colleague
from tests.dashboard.support.team import invite, join

NEW_PASSWORD = "a harbour in the morning"


def test_name_and_language_are_changed_and_shown_at_once(owner: Colleague) -> None:
    owner.open("/profile")
    page = owner.send("/profile", name="  Salma   Ben Ali ", language="ar")
    assert (page.path, page.language) == ("/dashboard/profile", "ar")
    assert page.notices == ["تم الحفظ."]
    assert page.form("/profile").fields["name"] == "Salma Ben Ali"
    page = owner.send("/profile", language="en")
    assert (page.language, page.notices) == ("en", ["Saved."])


def test_the_language_of_the_profile_is_spoken_in_a_new_browser(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    owner.open("/profile")
    owner.send("/profile", language="en")
    browser = new_colleague(owner.email)
    browser.client.get("/dashboard/sign-in")
    browser.client.cookies.set("wasl_session", str(owner.session_cookie))
    assert '<html lang="en"' in browser.client.get("/dashboard/profile").text


def test_a_missing_name_is_said_at_its_field(owner: Colleague) -> None:
    owner.open("/profile")
    page = owner.send("/profile", name="", language="ar")
    assert (page.status, page.errors) == (200, {"name": "Type a name."})
    assert page.form("/profile").fields["language"] == "ar"


def test_the_password_is_changed_with_the_old_one_and_others_are_signed_out(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    other = new_colleague(owner.email)
    other.sign_in()
    owner.open("/profile")
    page = owner.send("/profile/password", password="wrong one here", new_password=NEW_PASSWORD)
    assert (page.status, page.errors) == (200, {"password": "This password is wrong."})
    page = owner.send("/profile/password", password=PASSWORD, new_password=owner.email)
    assert page.errors == {"new_password": "Do not use your e-mail address as the password."}
    form = page.form("/profile/password").fields
    assert (form["password"], form["new_password"]) == ("", "")
    copied = owner.session_cookie
    page = owner.send("/profile/password", password=PASSWORD, new_password=NEW_PASSWORD)
    assert page.path == "/dashboard/profile"
    assert owner.session_cookie != copied
    thief = new_colleague()
    thief.client.cookies.set("wasl_session", str(copied))
    assert thief.open("/profile").name == "people/sign_in"
    assert page.notices == ["The password is changed. Every other browser is signed out."]
    assert other.open("/profile").name == "people/sign_in"
    assert other.sign_in(NEW_PASSWORD).name == "people/applications"


def test_guessing_the_password_of_someone_who_is_signed_in_is_throttled(owner: Colleague) -> None:
    owner.open("/profile")
    for _ in range(10):
        page = owner.send("/profile/password", password="x", new_password=NEW_PASSWORD)
        assert page.errors == {"password": "This password is wrong."}
    page = owner.send("/profile/password", password=PASSWORD, new_password=NEW_PASSWORD)
    assert (page.status, page.name) == (429, "trouble")


def test_any_member_may_leave_but_not_the_last_owner(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    account = owner.own_account()
    viewer = new_colleague()
    join(viewer, invite(owner, account, viewer.email, "viewer"))
    viewer.open("/profile")
    page = viewer.send("/leave")
    assert page.notices == ["You have left the account."]
    assert "You work in no account" in viewer.open("/applications").text
    owner.open("/profile")
    page = owner.send("/leave")
    assert page.status == 200
    assert "at least one owner" in page.notices[0]
    assert "Gharyan Olives" in owner.open("/applications").text
