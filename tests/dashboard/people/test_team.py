"""Members, their roles and what becomes of them."""

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import PASSWORD, Colleague
from tests.dashboard.support.team import invite, join
from tests.support.service import Service


def _id_of(desk: Service, someone: Colleague) -> str:
    return str(desk.database.value("SELECT id FROM users WHERE email = $1", someone.email))


def test_a_role_works_from_the_next_request_on(
    owner: Colleague, new_colleague: NewColleague, desk: Service
) -> None:
    account = owner.own_account()
    member = new_colleague()
    join(member, invite(owner, account, member.email, "viewer"))
    assert member.open(f"/accounts/{account}/team").status == 403
    owner.open(f"/accounts/{account}/team")
    action = f"/members/{_id_of(desk, member)}/role"
    assert owner.page.form(action).fields["role"] == "viewer"
    page = owner.send(action, role="developer")
    assert page.notices == ["The role is changed."]
    page = member.open(f"/accounts/{account}/team")
    assert page.status == 200
    # Who may only look is offered nothing else.
    assert [form.action for form in page.forms] == ["/dashboard/sign-out"]


def test_who_is_taken_out_sees_nothing_any_more(
    owner: Colleague, new_colleague: NewColleague, desk: Service
) -> None:
    account = owner.own_account()
    member = new_colleague()
    join(member, invite(owner, account, member.email, "developer"))
    assert member.open(f"/accounts/{account}/team").status == 200
    owner.open(f"/accounts/{account}/team")
    page = owner.send(f"/members/{_id_of(desk, member)}/remove")
    assert page.notices == ["The member is taken out of the team."]
    assert member.email not in page.text
    assert member.open(f"/accounts/{account}/team").status == 404


def test_an_account_keeps_an_owner(
    owner: Colleague, new_colleague: NewColleague, desk: Service
) -> None:
    account = owner.own_account()
    me = _id_of(desk, owner)
    owner.open(f"/accounts/{account}/team")
    for action, typed in ((f"/{me}/role", {"role": "viewer"}), (f"/{me}/remove", {})):
        page = owner.send(action, **typed)
        assert (page.status, page.name) == (200, "people/team")
        assert "at least one owner" in page.notices[0]
    second = new_colleague()
    join(second, invite(owner, account, second.email, "owner"))
    owner.open(f"/accounts/{account}/team")
    page = owner.send(f"/{me}/remove")
    assert page.path == "/dashboard"
    assert "You work in no account" in page.text


def test_a_role_that_is_none_changes_nothing(
    owner: Colleague, new_colleague: NewColleague, desk: Service
) -> None:
    account = owner.own_account()
    member = new_colleague()
    join(member, invite(owner, account, member.email, "developer"))
    owner.open(f"/accounts/{account}/team")
    for typed in ("emperor", None):
        page = owner.send(f"/members/{_id_of(desk, member)}/role", role=typed)
        assert (page.status, page.notices) == (200, ["Choose a role."])
        assert page.form(f"/members/{_id_of(desk, member)}/role").fields["role"] == "developer"
    owner.open(f"/accounts/{account}/team/invite")
    page = owner.send("/team/invite", email="new@shop.example", role="emperor")
    assert page.errors == {"role": "Choose a role."}
    assert "new@shop.example" not in owner.open(f"/accounts/{account}/team").text


def test_making_an_owner_needs_the_password(
    owner: Colleague, new_colleague: NewColleague, desk: Service
) -> None:
    account = owner.own_account()
    member = new_colleague()
    join(member, invite(owner, account, member.email, "viewer"))
    owner.open(f"/accounts/{account}/team")
    desk.database.execute(
        "UPDATE sessions SET password_confirmed_at = now() - interval '1 hour' FROM users"
        " WHERE users.id = user_id AND email = $1",
        owner.email,
    )
    action = f"/members/{_id_of(desk, member)}/role"
    assert owner.send(action, role="owner").name == "people/confirm_password"
    page = owner.send("/confirm-password", password=PASSWORD)
    assert page.path == f"/dashboard/accounts/{account}/team"
    assert page.form(action).fields["role"] == "viewer"
    assert owner.send(action, role="owner").form(action).fields["role"] == "owner"


def test_inviting_needs_the_password_and_comes_back_to_the_form(
    owner: Colleague, desk: Service
) -> None:
    account = owner.own_account()
    owner.open(f"/accounts/{account}/team/invite")
    desk.database.execute(
        "UPDATE sessions SET password_confirmed_at = now() - interval '1 hour' FROM users"
        " WHERE users.id = user_id AND email = $1",
        owner.email,
    )
    page = owner.send("/team/invite", email="a@b.example")
    assert page.name == "people/confirm_password"
    page = owner.send("/confirm-password", password=PASSWORD)
    assert page.path == f"/dashboard/accounts/{account}/team/invite"
