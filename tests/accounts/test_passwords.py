"""Typing the password again, and changing it."""

import pytest

from tests.accounts.counted_hashing import counted_hashing
from tests.accounts.office import PASSWORD, Office, Someone
from wasl.domain.errors import (
    InputRefused,
    PasswordNotConfirmed,
    PasswordWrong,
    SessionOver,
    SignInRefused,
    TooManyTries,
)
from wasl.domain.problem import Problem

NEW = "a donkey in the sun"


def change(office: Office, someone: Someone, old: str = PASSWORD, new: str = NEW) -> str:
    """The token that this browser has from then on."""
    changed = office.services.change_password(someone.person, old, new, office.now)
    return office.run(changed).token


def confirm(office: Office, someone: Someone, password: str = PASSWORD) -> None:
    office.run(office.services.confirm_password(someone.person, password, office.now))


def test_a_password_is_remembered_for_ten_minutes_after_signing_in(
    office: Office, owner: Someone
) -> None:
    office.pass_time(minutes=9, seconds=59)
    assert office.recognise(owner.token).password_remembered
    office.add_application(owner)
    office.pass_time(seconds=1)
    assert not office.recognise(owner.token).password_remembered
    with pytest.raises(PasswordNotConfirmed):
        office.add_application(owner)


def test_typing_it_again_is_remembered_for_ten_minutes_in_this_session_alone(
    office: Office, owner: Someone
) -> None:
    other = office.signed_in(owner.email)
    office.pass_time(hours=1)
    confirm(office, owner)
    office.add_application(owner)
    assert not office.recognise(other).password_remembered
    office.pass_time(minutes=10)
    with pytest.raises(PasswordNotConfirmed):
        office.add_application(owner)


def test_a_wrong_password_confirms_nothing_and_guessing_is_slowed_down(
    office: Office, owner: Someone
) -> None:
    office.pass_time(hours=1)
    for _ in range(10):
        with pytest.raises(PasswordWrong):
            confirm(office, owner, "a wild guess")
    with counted_hashing() as work, pytest.raises(TooManyTries):
        confirm(office, owner)
    assert work.verified == []
    assert not office.recognise(owner.token).password_remembered
    office.pass_time(minutes=15)
    confirm(office, owner)
    assert office.recognise(owner.token).password_remembered


def test_who_has_signed_out_has_confirmed_nothing(office: Office, owner: Someone) -> None:
    office.run(office.services.sign_out(owner.token))
    confirm(office, owner)
    with pytest.raises(SessionOver):
        office.add_application(owner)


def test_who_has_signed_out_gets_no_session_by_a_new_password(
    office: Office, owner: Someone
) -> None:
    office.run(office.services.sign_out(owner.token))
    with pytest.raises(SessionOver):
        change(office, owner)
    assert office.signed_in(owner.email, PASSWORD)


def test_a_new_token_puts_the_last_end_of_a_session_off_by_nothing(
    office: Office, owner: Someone
) -> None:
    first = "SELECT ends_at FROM sessions WHERE user_id = $1"
    ends_at = office.value(first, owner.user_id)
    office.pass_time(hours=5)
    change(office, owner)
    assert office.value(first, owner.user_id) == ends_at


def test_a_changed_password_ends_the_other_sessions_and_the_old_password(
    office: Office, owner: Someone
) -> None:
    other = office.signed_in(owner.email)
    token = change(office, owner)
    assert office.recognise(token).person.user_id == owner.user_id
    # A copy of this browser's own token is worth as little as another browser's.
    for old in (owner.token, other):
        with pytest.raises(SessionOver):
            office.recognise(old)
    with pytest.raises(SignInRefused):
        office.sign_in(owner.email, PASSWORD)
    assert office.signed_in(owner.email, NEW)
    [entry] = office.audit(owner.account_id, "user.password_changed")
    assert (entry["actor"], entry["address"]) == (owner.email, owner.person.address)
    assert entry["detail"] == {"other_sessions_ended": 1}


def test_the_old_password_is_needed_to_change_it(office: Office, owner: Someone) -> None:
    other = office.signed_in(owner.email)
    with pytest.raises(PasswordWrong):
        change(office, owner, old="a wild guess")
    assert office.recognise(other)
    assert office.signed_in(owner.email, PASSWORD)


@pytest.mark.parametrize(
    ("new", "problem"),
    [("short", Problem.PASSWORD_TOO_SHORT), ("qwertyuiop", Problem.PASSWORD_TOO_COMMON)],
)
def test_the_new_password_keeps_the_rules(
    office: Office, owner: Someone, new: str, problem: Problem
) -> None:
    with counted_hashing() as work, pytest.raises(InputRefused) as refused:
        change(office, owner, new=new)
    assert refused.value.problems == {"new_password": problem}
    assert work.verified == []


def test_of_two_changes_at_once_one_is_refused(office: Office, owner: Someone) -> None:
    answers = office.at_once(
        *(
            office.services.change_password(owner.person, PASSWORD, f"{NEW} {n}", office.now)
            for n in range(2)
        )
    )
    assert sorted(isinstance(answer, PasswordWrong) for answer in answers) == [False, True]


def test_name_and_language_are_changed(office: Office, owner: Someone) -> None:
    office.run(office.services.change_profile(owner.person, "  Salma  B. ", "en", office.now))
    visitor = office.recognise(owner.token)
    assert (visitor.name, visitor.language) == ("Salma B.", "en")
    [entry] = office.audit(owner.account_id, "user.profile_changed")
    assert entry["detail"] == {"before": ["Salma", "ar"], "after": ["Salma B.", "en"]}
    with pytest.raises(InputRefused):
        office.run(office.services.change_profile(owner.person, " ", "en", office.now))
