"""The way in, the list of applications, a new one, and its name."""

from concurrent.futures import ThreadPoolExecutor

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import PASSWORD, Colleague
from tests.dashboard.support.team import invite, join
from tests.support.bodies import body
from tests.support.service import PAYMENT_INTENTS, Service


def test_the_credentials_of_a_new_application_work_and_are_shown_once(
    owner: Colleague, desk: Service
) -> None:
    account = owner.own_account()
    page = owner.create_application(account)
    assert (page.status, page.name) == (200, "people/application_created")
    assert page.answer.headers["cache-control"] == "no-store"
    issued = page.secrets
    assert sorted(issued) == ["access-token", "api-key", "webhook-secret"]
    headers = {
        "X-API-Key": issued["api-key"],
        "Authorization": f"Bearer {issued['access-token']}",
    }
    with desk.client(headers) as merchant:
        assert merchant.post(PAYMENT_INTENTS, json=body()).status_code == 201
    for path in ("", "/applications", f"/accounts/{account}/applications/new"):
        text = owner.open(path).answer.text
        assert issued["access-token"] not in text
        assert issued["webhook-secret"] not in text
    assert not any(secret in line for secret in issued.values() for line in desk.log_lines)


def test_the_only_application_is_gone_to_at_once(owner: Colleague) -> None:
    owner.create_application(owner.own_account())
    answer = owner.client.get("/dashboard")
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("/overview")
    owner.create_application(owner.own_account(), "A second shop")
    page = owner.open("")
    assert (page.status, page.path) == (200, "/dashboard")
    assert "Olive shop" in page.text
    assert "A second shop" in page.text


def test_mode_and_methods_are_as_chosen(owner: Colleague, desk: Service) -> None:
    owner.open(f"/accounts/{owner.own_account()}/applications/new")
    owner.send("/applications/new", name="Live shop", mode="live", sadad=None, edfali=None)
    (row,) = desk.database.fetch(
        "SELECT applications.mode, methods FROM applications JOIN memberships USING (account_id)"
        " JOIN users ON users.id = user_id WHERE email = $1",
        owner.email,
    )
    assert tuple(row) == ("live", ["card"])


def test_what_is_wrong_is_said_and_what_was_chosen_stays(owner: Colleague) -> None:
    owner.open(f"/accounts/{owner.own_account()}/applications/new")
    page = owner.send("/applications/new", name="", mode="live", card=None, sadad=None, edfali=None)
    assert page.status == 200
    assert page.errors == {
        "name": "Type a name.",
        "methods": "Leave at least one way to pay switched on.",
    }
    kept = page.form("/applications/new").fields
    assert kept["mode"] == "live"
    assert not {"card", "sadad", "edfali"} & kept.keys()


def test_the_password_is_asked_for_before_the_form_is_shown(
    owner: Colleague, desk: Service
) -> None:
    account = owner.own_account()
    desk.database.execute(
        "UPDATE sessions SET password_confirmed_at = now() - interval '1 hour' FROM users"
        " WHERE users.id = user_id AND email = $1",
        owner.email,
    )
    page = owner.open(f"/accounts/{account}/applications/new")
    assert page.name == "people/confirm_password"
    page = owner.send("/confirm-password", password="not this one")
    assert (page.status, page.errors) == (200, {"password": "This password is wrong."})
    page = owner.send("/confirm-password", password=PASSWORD)
    assert page.path == f"/dashboard/accounts/{account}/applications/new"
    assert owner.send("/applications/new", name="Shop").name == "people/application_created"


def test_an_application_is_renamed(owner: Colleague) -> None:
    page = owner.create_application(owner.own_account())
    application = next(link.split("/")[3] for link in page.links if link.endswith("/webhook"))
    owner.open(f"/applications/{application}/settings")
    page = owner.send("/settings", name=" ")
    assert (page.status, page.errors) == (200, {"name": "Type a name."})
    page = owner.send("/settings", name="زيت الزيتون <b>")
    assert page.notices == ["Saved."]
    assert "زيت الزيتون <b>" in page.text
    assert "<b>" not in page.answer.text


def test_each_account_shows_its_own_applications_and_the_role_there(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    account = owner.own_account()
    owner.create_application(account)
    developer = new_colleague().sign_up("Somebody's own")
    link = invite(owner, account, developer.email, "developer")
    developer.open(link)
    developer.send(link)
    page = developer.open("/applications")
    assert page.text.index("Gharyan Olives") < page.text.index("Olive shop")
    assert "Your role : Developer" in page.text.replace("Your role:", "Your role :")
    # A new application is the owner's alone to make.
    assert [link for link in page.links if account in link and link.endswith("/new")] == []
    newcomer = new_colleague()
    join(newcomer, invite(owner, account, newcomer.email, "viewer"))
    assert newcomer.client.get("/dashboard").headers["location"].endswith("/overview")


def test_a_form_that_is_sent_several_times_makes_one_application(
    owner: Colleague, desk: Service
) -> None:
    account = owner.own_account()
    form = owner.open(f"/accounts/{account}/applications/new").form("/applications/new")
    typed = form.fields | {"name": "Olive shop", "mode": "test", "sadad": "on"}
    with ThreadPoolExecutor(4) as pool:
        sent = [pool.submit(owner.client.post, form.action, data=typed) for _ in range(4)]
    assert sorted(one.result().status_code for one in sent) == [200, 409, 409, 409]
    made = "SELECT count(*) FROM applications WHERE account_id = $1"
    assert desk.database.value(made, account) == 1
