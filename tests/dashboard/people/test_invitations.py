"""Coming into an account by an invitation."""

import re

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import PASSWORD, Colleague
from tests.dashboard.support.mailbox import running_mailbox
from tests.dashboard.support.team import invite, join
from tests.support.service import running_service


def test_someone_new_chooses_a_name_and_a_password_and_is_in(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    account = owner.own_account()
    newcomer = new_colleague()
    link = invite(owner, account, newcomer.email, "developer")
    page = newcomer.open(link)
    assert "Gharyan Olives" in page.text
    assert newcomer.email in page.text
    assert "Developer" in page.text
    page = newcomer.send(link, name="", password="short")
    assert page.errors == {"name": "Type a name.", "password": "Use at least 10 characters."}
    page = newcomer.send(link, name="Omar Nasser", password=PASSWORD)
    assert (page.path, page.name) == ("/dashboard", "people/applications")
    assert "Ask an owner of the account to create the first one." in page.text
    assert "Omar Nasser" in owner.open(f"/accounts/{account}/team").text
    used = new_colleague().open(link)
    assert (used.status, used.name) == (404, "trouble")


def test_someone_who_is_known_signs_in_and_accepts(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    known = new_colleague().sign_up("A shop of my own")
    link = invite(owner, owner.own_account(), known.email, "viewer")
    browser = new_colleague(known.email)
    browser.open(link)
    page = browser.send(link, name="Eve", password="another long password")
    assert (page.name, page.notices) == (
        "people/sign_in",
        ["Sign in with your own password to accept the invitation."],
    )
    page = browser.send("/sign-in", email=known.email, password=PASSWORD)
    assert page.path == f"/dashboard{link}"
    page = browser.send(link)
    assert "Gharyan Olives" in page.text
    assert "A shop of my own" in page.text


def test_the_page_looks_the_same_whether_or_not_the_address_is_known(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    known, unknown = new_colleague().sign_up("A shop of my own"), new_colleague()
    seen, wrong = [], []
    for someone in (known, unknown):
        link = invite(owner, owner.own_account(), someone.email, "viewer")
        browser = new_colleague()
        browser.open(link)
        seen.append(_without(browser, link, someone))
        browser.send(link, name="", password="short")
        assert set(browser.page.errors) == {"name", "password"}
        wrong.append(_without(browser, link, someone))
    assert seen[0] == seen[1]
    assert wrong[0] == wrong[1]


def _without(browser: Colleague, link: str, invited: Colleague) -> str:
    """What is shown, but for what differs between any two invitations."""
    html = browser.page.answer.text.replace(link, "/here").replace(invited.email, "invited")
    html = html.replace(link.replace("/", "%2F"), "/here")
    return re.sub(r'nonce="[^"]+"|name="csrf" value="[^"]+"|<time.*?</time>', "", html)


def test_an_invitation_is_for_its_address_alone(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    link = invite(owner, owner.own_account(), "somebody.else@shop.example", "owner")
    stranger = new_colleague().sign_up("Strangers")
    page = stranger.open(link)
    assert "for another address" in page.notices[0]
    csrf = page.form("/sign-out?next").fields["csrf"]
    answer = stranger.client.post(f"/dashboard{link}", data={"csrf": csrf})
    assert answer.status_code == 200
    assert "Gharyan Olives" not in stranger.open("/applications").text
    # Having signed out, they come back to the invitation.
    stranger.open(link)
    page = stranger.send("/sign-out?next")
    assert (page.path, page.name) == (f"/dashboard{link}", "people/invitation")
    assert page.form(link)


def test_a_withdrawn_invitation_opens_nothing(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    account = owner.own_account()
    link = invite(owner, account, "late@shop.example", "viewer")
    page = owner.open(f"/accounts/{account}/team")
    assert "late@shop.example" in page.text
    page = owner.send("/withdraw")
    assert page.notices == ["The invitation is taken back. Its link no longer works."]
    assert "late@shop.example" not in page.text
    assert new_colleague().open(link).status == 404


def test_inviting_again_takes_the_place_of_the_older_link(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    account = owner.own_account()
    newcomer = new_colleague()
    older = invite(owner, account, newcomer.email, "viewer")
    newer = invite(owner, account, newcomer.email, "developer")
    assert newcomer.open(older).status == 404
    join(newcomer, newer)
    assert owner.open(f"/accounts/{account}/team").text.count(newcomer.email) == 1


def test_where_mail_is_set_the_link_goes_by_mail_and_is_not_shown(own_database_url: str) -> None:
    with (
        running_mailbox() as mailbox,
        running_service(
            own_database_url, workers=1, smtp_url=mailbox.url, mail_from="wasl@wasl.example"
        ) as service,
        Colleague(service.url) as owner,
        Colleague(service.url) as newcomer,
    ):
        account = owner.sign_up().own_account()
        owner.open(f"/accounts/{account}/team/invite")
        page = owner.send("/team/invite", email=newcomer.email, role="viewer", language="ar")
        assert page.notices == ["The invitation is on its way."]
        assert "inv_" not in page.answer.text
        letter = mailbox.letter_to(newcomer.email)
        assert "يدعوك" in letter
        join(newcomer, letter.split("/dashboard")[1].split()[0])


def test_someone_who_is_in_the_team_is_not_invited_again(owner: Colleague) -> None:
    account = owner.own_account()
    owner.open(f"/accounts/{account}/team/invite")
    page = owner.send("/team/invite", email=owner.email)
    assert page.errors == {"email": "This person is in the team already."}
    page = owner.send("/team/invite", email="nonsense", role="viewer")
    assert page.errors == {"email": "This is not an e-mail address."}
    assert page.form("/team/invite").fields["email"] == "nonsense"
    assert page.form("/team/invite").fields["role"] == "viewer"
