"""Opening another account."""

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import Colleague
from tests.dashboard.support.team import invite, join
from tests.support.service import running_service


def test_who_works_in_no_account_any_more_opens_their_own(
    owner: Colleague, new_colleague: NewColleague
) -> None:
    someone = new_colleague()
    join(someone, invite(owner, owner.own_account(), someone.email, "viewer"))
    someone.open("/profile")
    someone.send("/leave")
    page = someone.open("/applications")
    assert "You work in no account" in page.text
    assert "/dashboard/open-account" in page.links
    someone.open("/open-account")
    page = someone.send("/open-account", account_name=" ")
    assert (page.status, page.errors) == (200, {"account_name": "Type a name."})
    page = someone.send("/open-account", account_name="  Olives of   Omar ")
    assert (page.name, page.notices) == ("people/applications", ["The account is open."])
    assert "Olives of Omar" in page.text
    account = someone.own_account()
    assert someone.create_application(account).name == "people/application_created"
    assert "Opened the account" in someone.open(f"/accounts/{account}/audit-log").text
    assert owner.open(f"/accounts/{account}/team").status == 404


def test_accounts_are_not_opened_without_end(owner: Colleague) -> None:
    owner.open("/open-account")
    opener = owner.page
    # One try was the sign-up.
    for number in range(9):
        owner.page = opener
        assert owner.send("/open-account", account_name=f"Shop {number}").status == 200
    owner.page = opener
    assert owner.send("/open-account", account_name="One more").status == 429


def test_where_sign_up_is_closed_nobody_opens_another(own_database_url: str) -> None:
    with (
        running_service(own_database_url, workers=1) as service,
        Colleague(service.url) as someone,
    ):
        someone.sign_up()
    with (
        running_service(own_database_url, workers=1, sign_up_open=False) as closed,
        Colleague(closed.url, someone.email) as again,
    ):
        page = again.sign_in()
        assert page.name == "people/applications"
        assert "/dashboard/open-account" not in page.links
        csrf = page.form("/sign-out").fields["csrf"]
        assert again.open("/open-account").status == 403
        answer = again.client.post(
            "/dashboard/open-account", data={"csrf": csrf, "account_name": "Mine"}
        )
        assert answer.status_code == 403
        assert closed.database.value("SELECT count(*) FROM accounts") == 1
