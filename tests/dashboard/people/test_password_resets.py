"""Forgotten passwords."""

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import PASSWORD, Colleague
from tests.dashboard.support.mailbox import running_mailbox
from tests.support.cli import run_wasl
from tests.support.service import Service, running_service

NEW_PASSWORD = "a harbour in the morning"


def _link(desk: Service, email: str) -> str:
    done = run_wasl("operator", "reset-password", "--email", email, database_url=desk.database_url)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().partition("/dashboard")[2]


def test_a_link_of_the_operator_sets_a_new_password_once(
    owner: Colleague, new_colleague: NewColleague, desk: Service
) -> None:
    link = _link(desk, owner.email)
    browser = new_colleague(owner.email)
    assert browser.open(link).name == "people/password_reset"
    page = browser.send(link, new_password=NEW_PASSWORD)
    assert page.name == "people/sign_in"
    assert page.notices == ["The new password is set. Sign in with it."]
    # Nobody is signed in by it, and everybody was signed out.
    assert browser.session_cookie is None
    assert owner.open("/profile").name == "people/sign_in"
    assert browser.sign_in(PASSWORD).name == "people/sign_in"
    assert browser.sign_in(NEW_PASSWORD).name == "people/applications"
    again = new_colleague()
    page = again.open(link)
    assert (page.status, page.name) == (404, "trouble")
    assert "This link no longer works" in page.text


def test_a_password_that_is_too_weak_leaves_the_link_open(
    owner: Colleague, new_colleague: NewColleague, desk: Service
) -> None:
    link = _link(desk, owner.email)
    browser = new_colleague()
    browser.open(link)
    page = browser.send(link, new_password="weak")
    assert (page.status, page.errors) == (200, {"new_password": "Use at least 10 characters."})
    assert page.form(link).fields["new_password"] == ""
    assert browser.send(link, new_password=NEW_PASSWORD).name == "people/sign_in"


def test_links_that_nobody_made_are_told_apart_from_nothing(new_colleague: NewColleague) -> None:
    browser = new_colleague()
    for token in ("rst_nobody-made-this", "x", "rst_" + "A" * 43, "%00", "%ff"):
        page = browser.open(f"/password-resets/{token}")
        assert (page.status, page.name) == (404, "trouble")


def test_where_no_mail_is_set_everyone_is_sent_to_the_operator(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    browser = new_colleague()
    csrf = browser.open("/sign-in").form("/sign-in").fields["csrf"]
    page = browser.open("/password-resets")
    # Before anything is typed, and no link is promised.
    assert (len(page.notices), page.forms) == (1, [])
    assert "sends no mail" in page.notices[0]
    assert "You get a link" not in page.text
    answers = [
        browser.client.post("/dashboard/password-resets", data={"csrf": csrf, "email": email})
        for email in (owner.email, "nobody@shop.example")
    ]
    assert answers[0].headers["location"] == answers[1].headers["location"]
    assert [answer.status_code for answer in answers] == [303, 303]


def test_where_mail_is_set_the_link_comes_by_mail_and_the_page_tells_nothing(
    own_database_url: str,
) -> None:
    with (
        running_mailbox() as mailbox,
        running_service(
            own_database_url,
            workers=1,
            smtp_url=mailbox.url,
            mail_from="wasl@wasl.example",
            public_url="http://wasl.example",
        ) as service,
        Colleague(service.url) as owner,
        Colleague(service.url) as browser,
    ):
        owner.sign_up()
        browser.open("/password-resets")
        unknown = browser.send("/password-resets", email="nobody@shop.example")
        browser.open("/password-resets")
        known = browser.send("/password-resets", email=owner.email)
        assert known.notices == unknown.notices
        assert "If there is a user with this address" in known.notices[0]
        letter = mailbox.letter_to(owner.email)
        assert [str(one["To"]) for one in mailbox.letters] == [owner.email]
        link = letter.split("http://wasl.example/dashboard")[1].split()[0]
        browser.open(link)
        assert browser.send(link, new_password=NEW_PASSWORD).name == "people/sign_in"
        browser.email = owner.email
        assert browser.sign_in(NEW_PASSWORD).name == "people/applications"
        # The address is the secret: it is in no log.
        assert not any(link.rpartition("/")[2] in line for line in service.log_lines)
