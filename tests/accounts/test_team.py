"""Roles, leaving, and the owner who must stay."""

import pytest

from tests.accounts.office import PASSWORD, Office, Someone
from wasl.domain.access import Permission, Role
from wasl.domain.errors import (
    AccountNotFound,
    ApplicationNotFound,
    LastOwner,
    MemberNotFound,
    NotPermitted,
    PasswordNotConfirmed,
)


def roles(office: Office, owner: Someone) -> dict[str, str]:
    rows = office.fetch(
        "SELECT email, role FROM memberships JOIN users ON users.id = user_id "
        "WHERE account_id = $1",
        owner.account_id,
    )
    return {row["email"]: row["role"] for row in rows}


def change(office: Office, by: Someone, of: Someone, role: Role) -> None:
    office.run(office.services.change_role(by.person, by.account_id, of.user_id, role, office.now))


def remove(office: Office, by: Someone, of: Someone) -> None:
    office.run(office.services.remove_member(by.person, by.account_id, of.user_id, office.now))


def test_members_and_invitations_are_listed(office: Office, owner: Someone) -> None:
    office.pass_time(seconds=1)
    viewer = office.join(owner, Role.VIEWER)
    email = office.new_email()
    office.invite(owner, email, Role.OWNER)
    team = office.run(office.services.list_members(owner.person, owner.account_id, office.now))
    assert [(member.email, member.role) for member in team.members] == [
        (owner.email, "owner"),
        (viewer.email, "viewer"),
    ]
    assert [(one.email, one.role) for one in team.invited] == [(email, "owner")]
    office.pass_time(days=7)
    later = office.run(office.services.list_members(owner.person, owner.account_id, office.now))
    assert later.invited == []


def test_a_changed_role_counts_at_once(office: Office, owner: Someone) -> None:
    developer = office.join(owner, Role.DEVELOPER)
    change(office, owner, developer, Role.VIEWER)
    with pytest.raises(NotPermitted):
        office.run(
            office.services.open_account(
                developer.user_id, owner.account_id, Permission.READ_AUDIT_LOG
            )
        )
    [entry] = office.audit(owner.account_id, "member.role_changed")
    assert (entry["actor"], entry["address"]) == (owner.email, owner.person.address)
    assert entry["detail"] == {
        "email": developer.email,
        "before": "developer",
        "after": "viewer",
    }


def test_who_was_removed_finds_nothing_any_more_and_stays_signed_in(
    office: Office, owner: Someone
) -> None:
    developer = office.join(owner, Role.DEVELOPER)
    issued = office.add_application(owner)
    remove(office, owner, developer)
    with pytest.raises(AccountNotFound):
        office.run(
            office.services.open_account(
                developer.user_id, owner.account_id, Permission.READ_PAYMENTS
            )
        )
    with pytest.raises(ApplicationNotFound):
        office.run(
            office.services.open_application(
                developer.user_id, issued.application_id, Permission.READ_PAYMENTS
            )
        )
    assert office.recognise(developer.token)
    [entry] = office.audit(owner.account_id, "member.removed")
    assert entry["detail"] == {"email": developer.email, "role": "developer"}


@pytest.mark.parametrize("role", [Role.OWNER, Role.DEVELOPER, Role.VIEWER])
def test_anyone_may_leave(office: Office, owner: Someone, role: Role) -> None:
    member = office.join(owner, role)
    remove(office, member, member)
    assert roles(office, owner) == {owner.email: "owner"}


def test_the_last_owner_can_neither_leave_nor_step_down(office: Office, owner: Someone) -> None:
    office.join(owner, Role.DEVELOPER)
    with pytest.raises(LastOwner):
        remove(office, owner, owner)
    for role in (Role.DEVELOPER, Role.VIEWER):
        with pytest.raises(LastOwner):
            change(office, owner, owner, role)
    change(office, owner, owner, Role.OWNER)
    assert roles(office, owner)[owner.email] == "owner"


def test_with_a_second_owner_the_first_may_go(office: Office, owner: Someone) -> None:
    second = office.join(owner, Role.DEVELOPER)
    change(office, owner, second, Role.OWNER)
    change(office, owner, owner, Role.VIEWER)
    remove(office, second, owner)
    assert roles(office, owner) == {second.email: "owner"}


def test_owners_come_and_go_by_a_password_typed_lately(office: Office, owner: Someone) -> None:
    second, developer = office.join(owner, Role.OWNER), office.join(owner, Role.DEVELOPER)
    office.pass_time(hours=1)
    with pytest.raises(PasswordNotConfirmed):
        change(office, owner, developer, Role.OWNER)
    with pytest.raises(PasswordNotConfirmed):
        change(office, owner, second, Role.VIEWER)
    with pytest.raises(PasswordNotConfirmed):
        remove(office, owner, second)
    with pytest.raises(PasswordNotConfirmed):
        remove(office, second, second)
    assert sorted(roles(office, owner).values()) == ["developer", "owner", "owner"]
    # The others are as easily changed as before.
    change(office, owner, developer, Role.VIEWER)
    remove(office, owner, developer)
    office.run(office.services.confirm_password(owner.person, PASSWORD, office.now))
    remove(office, owner, second)
    assert roles(office, owner) == {owner.email: "owner"}


def test_a_stranger_is_no_member(office: Office, owner: Someone) -> None:
    stranger = office.sign_up()
    with pytest.raises(MemberNotFound):
        change(office, owner, stranger, Role.OWNER)
    with pytest.raises(MemberNotFound):
        remove(office, owner, stranger)


@pytest.mark.parametrize("round_", range(5))
def test_of_two_owners_who_remove_each_other_at_once_one_stays(
    office: Office, owner: Someone, round_: int
) -> None:
    second = office.join(owner, Role.OWNER)
    removing = office.services.remove_member
    answers = office.at_once(
        removing(owner.person, owner.account_id, second.user_id, office.now),
        removing(second.person, owner.account_id, owner.user_id, office.now),
    )
    assert sorted(isinstance(answer, AccountNotFound) for answer in answers) == [False, True]
    assert list(roles(office, owner).values()) == ["owner"]


@pytest.mark.parametrize("round_", range(5))
def test_of_two_owners_who_leave_at_once_one_stays(
    office: Office, owner: Someone, round_: int
) -> None:
    second = office.join(owner, Role.OWNER)
    answers = office.at_once(
        *(
            office.services.remove_member(one.person, owner.account_id, one.user_id, office.now)
            for one in (owner, second)
        )
    )
    assert sorted(isinstance(answer, LastOwner) for answer in answers) == [False, True]
    assert list(roles(office, owner).values()) == ["owner"]


@pytest.mark.parametrize("round_", range(5))
def test_of_two_owners_who_step_down_at_once_one_stays(
    office: Office, owner: Someone, round_: int
) -> None:
    second = office.join(owner, Role.OWNER)
    answers = office.at_once(
        *(
            office.services.change_role(
                one.person, owner.account_id, one.user_id, Role.VIEWER, office.now
            )
            for one in (owner, second)
        )
    )
    assert sorted(isinstance(answer, LastOwner) for answer in answers) == [False, True]
    assert sorted(roles(office, owner).values()) == ["owner", "viewer"]
