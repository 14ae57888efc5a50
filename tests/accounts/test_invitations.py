import pytest

from tests.accounts.counted_hashing import counted_hashing
from tests.accounts.office import PASSWORD, Office, Someone, token_of
from wasl.domain.access import Role
from wasl.domain.credentials import digest
from wasl.domain.errors import (
    AlreadyMember,
    InputRefused,
    InvitationForAnother,
    InvitationNotFound,
    PasswordNotConfirmed,
    TooManyInvitations,
    TooManyTries,
)
from wasl.domain.problem import Problem
from wasl.domain.session import INVITATIONS_OPEN_AT_ONCE
from wasl.domain.throttle import LIMITS, TryKind
from wasl.services.start_session import SignedIn


def role_of(office: Office, someone: Someone, account: Someone) -> Role | None:
    accounts = office.run(office.services.list_accounts_of(someone.user_id))
    found = [one.role for one in accounts if one.account_id == account.account_id]
    return found[0] if found else None


def accept(office: Office, token: str, someone: Someone) -> None:
    office.run(office.services.accept_invitation(token, someone.person, office.now))


def test_someone_new_signs_up_by_the_link_and_has_the_role(office: Office, owner: Someone) -> None:
    developer = office.join(owner, Role.DEVELOPER)
    assert role_of(office, developer, owner) == Role.DEVELOPER
    [invited] = office.audit(owner.account_id, "member.invited")
    assert (invited["actor"], invited["address"]) == (owner.email, owner.person.address)
    assert invited["detail"] == {"email": developer.email, "role": "developer"}
    [joined] = office.audit(owner.account_id, "member.joined")
    assert (joined["user_id"], joined["address"]) == (
        developer.user_id,
        developer.person.address,
    )


def test_someone_who_is_signed_in_joins_with_one_click(office: Office, owner: Someone) -> None:
    guest = office.sign_up()
    token = office.invite(owner, guest.email.upper(), Role.VIEWER)
    seen = office.run(office.services.view_invitation(token, office.now))
    assert (seen.email, seen.role) == (guest.email, "viewer")
    accept(office, token, guest)
    assert role_of(office, guest, owner) == Role.VIEWER
    # In their own account they stay what they were.
    assert role_of(office, guest, guest) == Role.OWNER


def test_the_link_is_for_its_address_alone(office: Office, owner: Someone) -> None:
    other = office.sign_up()
    token = office.invite(owner, office.new_email())
    with pytest.raises(InvitationForAnother):
        accept(office, token, other)
    assert role_of(office, other, owner) is None


def test_who_has_a_password_signs_in_first(office: Office, owner: Someone) -> None:
    guest = office.sign_up()
    token = office.invite(owner, guest.email)
    accepted = office.services.accept_invitation.as_new_user(
        token, "Thief", PASSWORD, "ar", office.new_browser(), None, office.now
    )
    with counted_hashing() as work, pytest.raises(InputRefused) as refused:
        office.run(accepted)
    assert refused.value.problems == {"email": Problem.EMAIL_TAKEN}
    # The same work as for someone new, so that its time tells nothing.
    assert work.hashed == 1
    assert office.run(office.services.view_invitation(token, office.now))
    accept(office, token, guest)


def test_what_is_wrong_with_a_password_is_said_whether_or_not_the_address_is_known(
    office: Office, owner: Someone
) -> None:
    for email in (office.sign_up().email, office.new_email()):
        accepted = office.services.accept_invitation.as_new_user(
            office.invite(owner, email), "", "short", "ar", office.new_browser(), None, office.now
        )
        with pytest.raises(InputRefused) as refused:
            office.run(accepted)
        assert refused.value.problems == {
            "name": Problem.NAME_MISSING,
            "password": Problem.PASSWORD_TOO_SHORT,
        }


def test_choosing_a_password_by_one_invitation_is_not_tried_without_end(
    office: Office, owner: Someone
) -> None:
    guest, browser = office.sign_up(), office.new_browser()
    token = office.invite(owner, guest.email)

    def choose() -> None:
        office.run(
            office.services.accept_invitation.as_new_user(
                token, "Guess", PASSWORD, "ar", browser, None, office.now
            )
        )

    # One try was their own, when they signed up.
    for _ in range(LIMITS[TryKind.SIGN_UP].for_one_email - 1):
        with pytest.raises(InputRefused):
            choose()
    with pytest.raises(TooManyTries):
        choose()


def test_a_refused_password_leaves_the_invitation_open(office: Office, owner: Someone) -> None:
    token = office.invite(owner, office.new_email())
    accepted = office.services.accept_invitation.as_new_user(
        token, "Omar", "short", "ar", office.new_browser(), None, office.now
    )
    with pytest.raises(InputRefused):
        office.run(accepted)
    assert office.run(office.services.view_invitation(token, office.now))


@pytest.mark.parametrize("over", ["accepted", "withdrawn", "replaced", "too late", "unknown"])
def test_an_invitation_that_is_not_open_is_not_found(
    office: Office, owner: Someone, over: str
) -> None:
    guest = office.sign_up()
    token = office.invite(owner, guest.email)
    if over == "accepted":
        accept(office, token, guest)
    elif over == "withdrawn":
        team = office.run(office.services.list_members(owner.person, owner.account_id, office.now))
        [waiting] = team.invited
        withdraw = office.services.withdraw_invitation(
            owner.person, owner.account_id, waiting.id, office.now
        )
        office.run(withdraw)
        assert len(office.audit(owner.account_id, "invitation.withdrawn")) == 1
    elif over == "replaced":
        office.invite(owner, guest.email)
    elif over == "too late":
        office.pass_time(days=7)
    else:
        token = "inv_" + "x" * 43
    with pytest.raises(InvitationNotFound):
        office.run(office.services.view_invitation(token, office.now))
    with pytest.raises(InvitationNotFound):
        accept(office, token, guest)


def test_of_two_new_users_who_accept_at_once_one_joins(office: Office, owner: Someone) -> None:
    token = office.invite(owner, office.new_email())
    answers = office.at_once(
        *(
            office.services.accept_invitation.as_new_user(
                token, f"Omar {n}", PASSWORD, "ar", office.new_browser(), None, office.now
            )
            for n in range(4)
        )
    )
    assert sum(isinstance(answer, SignedIn) for answer in answers) == 1
    assert sum(isinstance(answer, InvitationNotFound) for answer in answers) == 3
    assert len(office.audit(owner.account_id, "member.joined")) == 1


def test_accepting_twice_at_once_joins_once(office: Office, owner: Someone) -> None:
    guest = office.sign_up()
    token = office.invite(owner, guest.email)
    answers = office.at_once(
        *(office.services.accept_invitation(token, guest.person, office.now) for _ in range(4))
    )
    assert answers.count(owner.account_id) == 1
    assert sum(isinstance(answer, InvitationNotFound) for answer in answers) == 3


def test_a_member_is_not_invited_again(office: Office, owner: Someone) -> None:
    developer = office.join(owner, Role.DEVELOPER)
    for email in (developer.email, owner.email.upper()):
        with pytest.raises(AlreadyMember):
            office.invite(owner, email)


def end_of(office: Office, inviter: Someone, by: Someone, how: str) -> None:
    """The inviter may invite nobody any more."""
    services = office.services
    if how == "demoted":
        changed = services.change_role(
            by.person, by.account_id, inviter.user_id, Role.DEVELOPER, office.now
        )
        office.run(changed)
    else:
        who = by if how == "removed" else inviter
        office.run(services.remove_member(who.person, by.account_id, inviter.user_id, office.now))


@pytest.mark.parametrize("how", ["removed", "demoted", "left"])
def test_who_may_no_longer_invite_leaves_no_way_back_in(
    office: Office, owner: Someone, how: str
) -> None:
    thrown_out = office.join(owner, Role.OWNER)
    back_door = office.new_email()
    theirs = office.invite(thrown_out, back_door, Role.OWNER)
    kept = office.invite(owner, office.new_email())
    end_of(office, thrown_out, owner, how)
    with pytest.raises(InvitationNotFound):
        office.run(office.services.view_invitation(theirs, office.now))
    accepted = office.services.accept_invitation.as_new_user(
        theirs, "Back", PASSWORD, "ar", office.new_browser(), None, office.now
    )
    with pytest.raises(InvitationNotFound):
        office.run(accepted)
    [entry] = office.audit(owner.account_id, "invitation.withdrawn")
    assert entry["detail"] == {"email": back_door}
    team = office.run(office.services.list_members(owner.person, owner.account_id, office.now))
    assert back_door not in [one.email for one in team.invited]
    assert office.run(office.services.view_invitation(kept, office.now))


def test_a_new_owner_keeps_what_they_invited_before(office: Office, owner: Someone) -> None:
    token = office.invite(owner, office.new_email())
    office.run(
        office.services.change_role(
            owner.person, owner.account_id, owner.user_id, Role.OWNER, office.now
        )
    )
    assert office.run(office.services.view_invitation(token, office.now))


@pytest.mark.parametrize("role", [None, "developer"])
def test_an_invitation_is_worth_what_its_maker_may_do_when_it_is_accepted(
    office: Office, owner: Someone, role: str | None
) -> None:
    """As with one that was made before links were taken back."""
    inviter, guest = office.join(owner, Role.OWNER), office.sign_up()
    token = office.invite(inviter, guest.email, Role.OWNER)
    if role is None:
        office.execute("DELETE FROM memberships WHERE user_id = $1", inviter.user_id)
    else:
        office.execute("UPDATE memberships SET role = $2 WHERE user_id = $1", inviter.user_id, role)
    with pytest.raises(InvitationNotFound):
        office.run(office.services.view_invitation(token, office.now))
    with pytest.raises(InvitationNotFound):
        accept(office, token, guest)
    assert role_of(office, guest, owner) is None


@pytest.mark.parametrize("round_", range(3))
def test_an_owner_taken_out_while_their_invitation_is_accepted_lets_nobody_in_after(
    office: Office, owner: Someone, round_: int
) -> None:
    """Both wait for the account: who goes second finds what the first has left."""
    inviter, guest = office.join(owner, Role.OWNER), office.sign_up()
    token = office.invite(inviter, guest.email, Role.OWNER)
    lock = "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE"
    removed, joined = office.at_once_behind_a_lock(
        lock,
        owner.account_id,
        office.services.remove_member(owner.person, owner.account_id, inviter.user_id, office.now),
        office.services.accept_invitation(token, guest.person, office.now),
    )
    assert removed is None
    assert isinstance(joined, InvitationNotFound) == (role_of(office, guest, owner) is None)
    assert office.audit(owner.account_id, "invitation.withdrawn") == [] or isinstance(
        joined, InvitationNotFound
    )


@pytest.mark.parametrize("email", ["", "nobody", "a b@shop.example", "a@b\n.example"])
def test_what_is_no_address_is_not_invited(office: Office, owner: Someone, email: str) -> None:
    with pytest.raises(InputRefused) as refused:
        office.invite(owner, email)
    assert refused.value.problems == {"email": Problem.EMAIL_MALFORMED}


def test_the_password_is_asked_for_before_a_link_is_shown(office: Office, owner: Someone) -> None:
    office.pass_time(hours=1)
    with pytest.raises(PasswordNotConfirmed):
        office.invite(owner, office.new_email())


def test_only_the_digest_of_a_link_is_stored(office: Office, owner: Someone) -> None:
    email = office.new_email()
    invited = office.run(
        office.services.invite_member(
            owner.person, owner.account_id, email, Role.VIEWER, "ar", office.now
        )
    )
    assert not invited.mailed
    token = token_of(invited.link)
    [row] = office.fetch("SELECT * FROM invitations WHERE email = $1", email)
    assert (row["id"], row["digest"]) == (invited.invitation_id, digest(token))
    assert token not in str(row)


def test_who_invites_without_end_is_stopped_and_may_go_on_later(
    office: Office, owner: Someone
) -> None:
    second = office.join(owner, Role.OWNER)
    for _ in range(LIMITS[TryKind.INVITATION].for_one_email - 1):
        office.invite(owner, office.new_email())
    with pytest.raises(TooManyTries):
        office.invite(owner, office.new_email())
    # Nobody else is stopped by it.
    assert office.invite(second, office.new_email())
    office.pass_time(hours=1)
    office.run(office.services.confirm_password(owner.person, PASSWORD, office.now))
    assert office.invite(owner, office.new_email())


def test_one_address_is_not_invited_without_end(office: Office, owner: Someone) -> None:
    limits = LIMITS[TryKind.INVITED]
    email = office.new_email()
    for _ in range(limits.from_one_address_for_one_email):
        office.invite(owner, email)
    with pytest.raises(TooManyTries):
        office.invite(owner, email)
    assert office.invite(owner, office.new_email())
    for _ in range(limits.for_one_email - limits.from_one_address_for_one_email):
        office.invite(office.sign_up(), email)
    with pytest.raises(TooManyTries):
        office.invite(office.sign_up(), email)


def test_an_account_waits_for_so_many_and_no_more(office: Office, owner: Someone) -> None:
    inviters = [owner, office.join(owner, Role.OWNER)]
    invited = [office.new_email() for _ in range(INVITATIONS_OPEN_AT_ONCE)]
    for number, email in enumerate(invited):
        office.invite(inviters[number % 2], email)
    with pytest.raises(TooManyInvitations):
        office.invite(owner, office.new_email())
    # A new link in the place of an old one takes no more room.
    assert office.invite(owner, invited[0])
    team = office.run(office.services.list_members(owner.person, owner.account_id, office.now))
    office.run(
        office.services.withdraw_invitation(
            owner.person, owner.account_id, team.invited[0].id, office.now
        )
    )
    assert office.invite(owner, office.new_email())
