"""How long a session lasts, and all the ways to end it."""

import pytest

from tests.accounts.office import PASSWORD, Office, Someone
from wasl.domain.credentials import digest
from wasl.domain.errors import SessionOver
from wasl.domain.person import Browser


def last_seen(office: Office, someone: Someone) -> object:
    return office.value(
        "SELECT last_seen_at FROM sessions WHERE id = $1", someone.person.session_id
    )


def is_over(office: Office, token: str) -> bool:
    try:
        office.recognise(token)
    except SessionOver:
        return True
    return False


def test_only_the_digest_of_a_token_is_stored(office: Office, owner: Someone) -> None:
    [row] = office.fetch("SELECT * FROM sessions WHERE id = $1", owner.person.session_id)
    assert row["digest"] == digest(owner.token)
    assert owner.token not in str(row)


@pytest.mark.parametrize("token", ["", "ses_", "ses_" + "x" * 43, "\ud800", "a\0b"])
def test_an_unknown_token_is_nobody(office: Office, token: str) -> None:
    with pytest.raises(SessionOver):
        office.recognise(token)


def test_the_digest_itself_is_no_token(office: Office, owner: Someone) -> None:
    with pytest.raises(SessionOver):
        office.recognise(digest(owner.token).hex())


def test_a_session_nobody_uses_ends_after_twelve_hours(office: Office, owner: Someone) -> None:
    office.pass_time(hours=11, minutes=59)
    assert not is_over(office, owner.token)
    office.pass_time(hours=11, minutes=59)
    assert not is_over(office, owner.token)
    office.pass_time(hours=12)
    assert is_over(office, owner.token)


def test_a_session_in_use_ends_after_two_weeks(office: Office, owner: Someone) -> None:
    for _ in range(14 * 2 - 1):
        office.pass_time(hours=11, minutes=59)
        assert not is_over(office, owner.token)
    # 13 days, 11 hours and 33 minutes have passed; not one minute more than 14 days may.
    office.pass_time(hours=11, minutes=59)
    assert not is_over(office, owner.token)
    office.pass_time(minutes=28)
    assert is_over(office, owner.token)


def test_being_seen_is_written_down_at_most_once_a_minute(office: Office, owner: Someone) -> None:
    signed_in_at = office.now
    office.pass_time(seconds=59)
    office.recognise(owner.token)
    assert last_seen(office, owner) == signed_in_at
    office.pass_time(seconds=1)
    office.recognise(owner.token)
    assert last_seen(office, owner) == office.now


def test_what_a_page_asks_for_by_itself_keeps_no_session_alive(
    office: Office, owner: Someone
) -> None:
    for _ in range(12):
        office.pass_time(minutes=59)
        asked = office.services.recognise_session(owner.token, None, office.now, is_automatic=True)
        assert office.run(asked).person.user_id == owner.user_id
    office.pass_time(minutes=12)
    assert is_over(office, owner.token)


def test_signing_out_ends_this_session_alone(office: Office, owner: Someone) -> None:
    other = office.signed_in(owner.email)
    office.run(office.services.sign_out(owner.token))
    office.run(office.services.sign_out(owner.token))
    assert is_over(office, owner.token)
    assert not is_over(office, other)


def test_signing_out_everywhere_ends_every_session_of_this_person(
    office: Office, owner: Someone
) -> None:
    stranger = office.sign_up()
    others = [office.signed_in(owner.email) for _ in range(2)]
    assert office.run(office.services.sign_out_everywhere(owner.person, office.now)) == 3
    assert all(is_over(office, token) for token in (owner.token, *others))
    assert not is_over(office, stranger.token)
    [entry] = office.audit(owner.account_id, "user.signed_out_everywhere")
    assert (entry["address"], entry["detail"]) == (owner.person.address, {"sessions": 3})


def test_sessions_are_listed_newest_first_without_those_that_ended(
    office: Office, owner: Someone
) -> None:
    office.pass_time(hours=11)
    browser = Browser("203.0.113.9", "Safari\x00\n" + "x" * 1000)
    office.sign_in(owner.email, browser=browser)
    listed = office.run(office.services.list_sessions(owner.person, office.now))
    assert [session.is_this_one for session in listed] == [False, True]
    assert listed[0].address == "203.0.113.9"
    assert listed[0].user_agent is not None
    assert listed[0].user_agent.startswith("Safarixxx")
    assert len(listed[0].user_agent) < 301
    office.pass_time(hours=2)
    assert len(office.run(office.services.list_sessions(owner.person, office.now))) == 1


def test_ended_sessions_are_forgotten_at_the_next_sign_in(office: Office, owner: Someone) -> None:
    office.pass_time(hours=13)
    office.signed_in(owner.email, PASSWORD)
    assert office.value("SELECT count(*) FROM sessions WHERE user_id = $1", owner.user_id) == 1
