"""Sessions: their cookies, their beginning and their end."""

import pytest

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import PASSWORD, Colleague
from tests.support.service import Service, running_service


def test_signing_in_starts_a_new_session_and_ends_the_one_before(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    first = str(owner.session_cookie)
    page = owner.open("/profile")
    # Signing in with the session still there: the form that is open belongs to it.
    csrf = page.form("/sign-out").fields["csrf"]
    answer = owner.client.post(
        "/dashboard/sign-in", data={"csrf": csrf, "email": owner.email, "password": PASSWORD}
    )
    second = str(owner.session_cookie)
    assert (answer.status_code, first == second) == (303, False)
    assert _opens(new_colleague(), second)
    assert not _opens(new_colleague(), first)


def test_a_session_that_somebody_planted_is_not_taken_over(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    browser = new_colleague(owner.email)
    browser.client.cookies.set("wasl_session", "ses_planted", domain="127.0.0.1", path="/")
    browser.sign_in()
    (cookie,) = [c.value for c in browser.client.cookies.jar if c.name == "wasl_session"]
    assert cookie not in (None, "ses_planted", owner.session_cookie)
    assert not _opens(new_colleague(), "ses_planted")


def test_signing_out_ends_the_session_for_good(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    cookie = str(owner.session_cookie)
    owner.open("/profile")
    assert owner.send("/sign-out").name == "people/sign_in"
    assert owner.session_cookie is None
    assert not _opens(new_colleague(), cookie)
    assert owner.open("/profile").name == "people/sign_in"


def test_signing_out_everywhere_ends_every_session(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    others = [new_colleague(owner.email) for _ in range(2)]
    for other in others:
        other.sign_in()
    owner.open("/profile")
    assert owner.page.text.count("This browser") == 1
    assert all(other.address in owner.page.text for other in others)
    page = owner.send("/sign-out-everywhere")
    assert (page.name, page.notices) == ("people/sign_in", ["You are signed out in every browser."])
    for someone in (owner, *others):
        assert someone.open("/profile").name == "people/sign_in"


def test_a_session_that_is_over_is_no_session(owner: Colleague, desk: Service) -> None:
    desk.database.execute(
        "UPDATE sessions SET idle_ends_at = now() - interval '1 second' FROM users"
        " WHERE users.id = user_id AND email = $1",
        owner.email,
    )
    assert owner.open("/profile").name == "people/sign_in"


def test_over_http_the_cookies_are_kept_from_scripts_and_other_sites(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    browser = new_colleague(owner.email)
    first = browser.client.get("/dashboard/sign-in").headers.get_list("set-cookie")
    assert [_flags(cookie) for cookie in first] == [
        ("wasl_form", {"httponly", "path=/", "samesite=lax"})
    ]
    browser.open("/sign-in")
    answer = browser.post("/sign-in", {"email": owner.email, "password": PASSWORD})
    flags = dict(_flags(cookie) for cookie in answer.headers.get_list("set-cookie"))["wasl_session"]
    assert {"httponly", "path=/", "samesite=lax"} < flags
    assert "secure" not in flags


@pytest.mark.parametrize("language", ["ar", "en"])
def test_over_https_no_other_host_can_set_or_read_them(
    own_database_url: str, language: str
) -> None:
    with (
        running_service(own_database_url, workers=1, public_url="https://wasl.example") as service,
        Colleague(service.url) as someone,
    ):
        shown = someone.client.get("/dashboard/sign-up", params={"lang": language})
        cookies = dict(_flags(cookie) for cookie in shown.headers.get_list("set-cookie"))
        assert cookies["__Host-wasl_form"] == {"httponly", "path=/", "samesite=lax", "secure"}
        assert {"secure", "samesite=lax", "path=/dashboard"} <= cookies["wasl_language"]
        assert not any("domain" in flag for flags in cookies.values() for flag in flags)
        form_cookie = _value(shown.headers.get_list("set-cookie"), "__Host-wasl_form")
        csrf = shown.text.split('name="csrf" value="')[1].split('"')[0]
        signed_up = someone.client.post(
            "/dashboard/sign-up",
            data={
                "csrf": csrf,
                "email": someone.email,
                "name": "Salma",
                "account_name": "Olives",
                "password": PASSWORD,
            },
            headers={"cookie": f"__Host-wasl_form={form_cookie}"},
        )
        assert signed_up.status_code == 303, signed_up.text
        ((name, flags),) = [_flags(one) for one in signed_up.headers.get_list("set-cookie")]
        assert name == "__Host-wasl_session"
        assert {"secure", "httponly", "path=/", "samesite=lax"} < flags
        assert "max-age" in signed_up.headers["strict-transport-security"]


def _opens(browser: Colleague, cookie: str) -> bool:
    browser.client.cookies.set("wasl_session", cookie)
    return browser.open("/profile").name == "people/profile"


def _flags(cookie: str) -> tuple[str, set[str]]:
    first, *flags = [part.strip() for part in cookie.split(";")]
    return first.partition("=")[0], {flag.lower() for flag in flags}


def _value(cookies: list[str], name: str) -> str:
    (found,) = [cookie for cookie in cookies if cookie.startswith(f"{name}=")]
    return found.partition("=")[2].partition(";")[0]


@pytest.mark.parametrize(("headers", "seen"), [({}, True), ({"HX-Request": "true"}, False)])
def test_a_page_that_follows_by_itself_is_no_look(
    owner: Colleague, desk: Service, headers: dict[str, str], seen: bool
) -> None:
    whose = "FROM users WHERE users.id = user_id AND email = $1"
    desk.database.execute(
        f"UPDATE sessions SET last_seen_at = now() - interval '1 hour' {whose}", owner.email
    )
    assert owner.client.get("/dashboard/applications", headers=headers).status_code == 200
    lately = desk.database.value(
        "SELECT last_seen_at > now() - interval '1 minute' FROM sessions JOIN users"
        " ON users.id = user_id WHERE email = $1",
        owner.email,
    )
    assert lately is seen
