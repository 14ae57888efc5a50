"""A new password by a link: from the operator here, by mail in test_letters.py."""

import pytest

from tests.accounts.counted_hashing import counted_hashing
from tests.accounts.office import PASSWORD, Office, Someone, token_of
from wasl.domain.credentials import digest
from wasl.domain.errors import (
    InputRefused,
    PasswordResetNotFound,
    SessionOver,
    SignInRefused,
    TooManyTries,
    UserNotFound,
)

NEW = "a donkey in the sun"


def make_link(office: Office, someone: Someone, also_turn_off_codes: bool = False) -> str:
    """Its token."""
    link = office.run(
        office.services.help_with_sign_in(
            someone.email.upper(), also_turn_off_codes, "operator:root", office.now
        )
    )
    return token_of(link)


def reset(office: Office, token: str, new: str = NEW) -> None:
    office.run(office.services.reset_password(token, new, office.new_browser(), office.now))


def test_a_link_sets_a_new_password_and_ends_every_session(office: Office, owner: Someone) -> None:
    token = make_link(office, owner)
    assert office.run(office.services.reset_password.is_open(token, office.now))
    reset(office, token)
    with pytest.raises(SessionOver):
        office.recognise(owner.token)
    with pytest.raises(SignInRefused):
        office.sign_in(owner.email, PASSWORD)
    assert office.signed_in(owner.email, NEW)
    [made] = office.audit(owner.account_id, "user.password_reset_link_made")
    [used] = office.audit(owner.account_id, "user.password_reset")
    assert (made["actor"], used["actor"]) == ("operator:root", owner.email)
    assert used["address"] is not None


def test_a_link_works_once(office: Office, owner: Someone) -> None:
    token = make_link(office, owner)
    reset(office, token)
    with pytest.raises(PasswordResetNotFound):
        reset(office, token, "another password")
    assert not office.run(office.services.reset_password.is_open(token, office.now))
    assert office.signed_in(owner.email, NEW)


def test_of_two_who_use_a_link_at_once_one_does(office: Office, owner: Someone) -> None:
    token = make_link(office, owner)
    answers = office.at_once(
        *(
            office.services.reset_password(token, f"{NEW} {n}", office.new_browser(), office.now)
            for n in range(2)
        )
    )
    assert sorted(isinstance(answer, PasswordResetNotFound) for answer in answers) == [False, True]


def test_a_link_ends_after_an_hour(office: Office, owner: Someone) -> None:
    token = make_link(office, owner)
    office.pass_time(hours=1)
    assert not office.run(office.services.reset_password.is_open(token, office.now))
    with pytest.raises(PasswordResetNotFound):
        reset(office, token)


def test_a_new_link_and_a_changed_password_end_the_old_link(office: Office, owner: Someone) -> None:
    first = make_link(office, owner)
    second = make_link(office, owner)
    with pytest.raises(PasswordResetNotFound):
        reset(office, first)
    office.run(office.services.change_password(owner.person, PASSWORD, NEW, office.now))
    with pytest.raises(PasswordResetNotFound):
        reset(office, second)


def test_an_unknown_link_costs_no_work(office: Office) -> None:
    with counted_hashing() as work, pytest.raises(PasswordResetNotFound):
        reset(office, "rst_" + "x" * 43)
    assert work.hashed == 0


def test_a_refused_password_leaves_the_link_open(office: Office, owner: Someone) -> None:
    token = make_link(office, owner)
    with pytest.raises(InputRefused):
        reset(office, token, "short")
    reset(office, token)


def test_only_the_digest_of_a_link_is_stored(office: Office, owner: Someone) -> None:
    token = make_link(office, owner)
    [row] = office.fetch("SELECT * FROM password_resets WHERE user_id = $1", owner.user_id)
    assert row["digest"] == digest(token)
    assert token not in str(row)


def test_the_operator_cannot_help_who_is_not_there(office: Office) -> None:
    with pytest.raises(UserNotFound):
        office.run(
            office.services.help_with_sign_in("nobody@x.example", False, "operator", office.now)
        )


def test_without_mail_asking_is_answered_the_same_for_everyone(
    office: Office, owner: Someone
) -> None:
    for email in (owner.email, "nobody@shop.example"):
        browser = office.new_browser()
        for _ in range(3):
            asked = office.services.request_password_reset(email, browser.address, office.now)
            assert office.run(asked) is False
        with pytest.raises(TooManyTries):
            office.run(office.services.request_password_reset(email, browser.address, office.now))
    resets = office.value("SELECT count(*) FROM password_resets WHERE user_id = $1", owner.user_id)
    assert resets == 0
