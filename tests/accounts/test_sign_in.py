"""Signing in: what it answers, what it costs, and how it is slowed down."""

import pytest

from tests.accounts.counted_hashing import counted_hashing
from tests.accounts.office import PASSWORD, Office, Someone
from wasl.domain.credentials import digest
from wasl.domain.errors import SessionOver, SignInRefused, TooManyTries
from wasl.domain.password import MAX_CHARS
from wasl.domain.person import Browser
from wasl.domain.throttle import LIMITS, TryKind
from wasl.services.start_session import SignedIn

_, PAIR, EMAIL, ADDRESS = LIMITS[TryKind.SIGN_IN]


def test_the_right_password_begins_a_session_that_is_recognised(
    office: Office, owner: Someone
) -> None:
    browser = office.new_browser()
    office.pass_time(seconds=1)
    done = office.sign_in(f" {owner.email.upper()} ", browser=browser)
    assert isinstance(done, SignedIn)
    visitor = office.recognise(done.token, "1.2.3.4")
    assert visitor.person.user_id == owner.user_id
    assert visitor.person.address == "1.2.3.4"
    assert visitor.person.session_id != owner.person.session_id
    entry = office.audit(owner.account_id, "user.signed_in")[-1]
    assert (entry["actor"], entry["address"]) == (owner.email, browser.address)
    assert entry["detail"] == {"by": "password", "user_agent": "Firefox"}


@pytest.mark.parametrize(
    "password",
    ["", "a camel in the sun", PASSWORD.upper(), PASSWORD + " ", "x" * 100_000, "a\0b", "\ud800"],
)
def test_a_wrong_password_is_refused(office: Office, owner: Someone, password: str) -> None:
    with pytest.raises(SignInRefused):
        office.sign_in(owner.email, password)


@pytest.mark.parametrize(
    "nobody",
    ["nobody@shop.example", "no address", "", "a\0b@shop.example", "سالم@shop.example", "\ud800"],
)
def test_an_unknown_address_gets_the_same_answer_for_the_same_work(
    office: Office, owner: Someone, nobody: str
) -> None:
    with counted_hashing() as known, pytest.raises(SignInRefused) as wrong_password:
        office.sign_in(owner.email, "not the password")
    with counted_hashing() as unknown, pytest.raises(SignInRefused) as no_user:
        office.sign_in(nobody, "not the password")
    assert str(no_user.value) == str(wrong_password.value)
    assert len(known.verified) == 1
    assert unknown.verified == known.verified
    assert (unknown.hashed, known.hashed) == (0, 0)


def test_a_password_is_the_same_however_its_characters_are_written(office: Office) -> None:
    someone = office.sign_up()
    composed, decomposed = "caf\u00e9 au lait", "cafe\u0301 au lait"
    office.run(office.services.change_password(someone.person, PASSWORD, composed, office.now))
    assert office.signed_in(someone.email, decomposed)


def test_a_password_that_only_begins_like_the_longest_one_is_wrong(office: Office) -> None:
    someone = office.sign_up()
    longest = "long " * 25 + "xyz"
    assert len(longest) == MAX_CHARS
    office.run(office.services.change_password(someone.person, PASSWORD, longest, office.now))
    assert office.signed_in(someone.email, longest)
    with pytest.raises(SignInRefused):
        office.sign_in(someone.email, longest + "z")


def test_every_sign_in_has_a_new_token_and_ends_the_one_the_browser_had(
    office: Office, owner: Someone
) -> None:
    done = office.sign_in(owner.email, previous_token=owner.token)
    assert isinstance(done, SignedIn)
    assert done.token != owner.token
    with pytest.raises(SessionOver):
        office.recognise(owner.token)
    assert office.recognise(done.token)


def test_a_token_planted_in_the_browser_before_is_worth_nothing_after(
    office: Office, owner: Someone
) -> None:
    stranger = office.sign_up()
    office.sign_in(owner.email, previous_token=stranger.token)
    with pytest.raises(SessionOver):
        office.recognise(stranger.token)


def test_a_password_changed_while_it_is_checked_opens_nothing(
    office: Office, owner: Someone, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasher = office.services.sign_in._hasher
    real = hasher.verify

    async def verify(password: str, hashed: str | None) -> bool:
        matches = await real(password, hashed)
        monkeypatch.setattr(hasher, "verify", real)
        await office.services.change_password(
            owner.person, PASSWORD, "another password", office.now
        )
        return matches

    monkeypatch.setattr(hasher, "verify", verify)
    with pytest.raises(SignInRefused):
        office.sign_in(owner.email)
    assert office.value("SELECT count(*) FROM sessions WHERE user_id = $1", owner.user_id) == 1


def test_a_hash_with_old_parameters_is_renewed_by_the_password(
    office: Office, owner: Someone
) -> None:
    import argon2

    old = argon2.PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(PASSWORD)
    office.execute("UPDATE users SET password_hash = $2 WHERE id = $1", owner.user_id, old)
    office.signed_in(owner.email)
    renewed = office.value("SELECT password_hash FROM users WHERE id = $1", owner.user_id)
    assert "m=19456,t=2,p=1" in renewed
    office.signed_in(owner.email)


# How guessing is slowed down.


def guess(office: Office, email: str, browser: Browser) -> None:
    with pytest.raises(SignInRefused):
        office.sign_in(email, "a wild guess", browser)


def test_one_address_may_guess_at_one_person_a_few_times(office: Office, owner: Someone) -> None:
    browser = office.new_browser()
    for _ in range(PAIR):
        guess(office, owner.email, browser)
    with counted_hashing() as work, pytest.raises(TooManyTries) as slowed:
        office.sign_in(owner.email, PASSWORD, browser)
    assert work.verified == []
    assert slowed.value.retry_after_s == 15 * 60
    # Their owner, elsewhere, is not locked out by it.
    assert office.signed_in(owner.email)


def test_an_unknown_address_is_slowed_down_in_the_same_way(office: Office) -> None:
    browser = office.new_browser()
    for _ in range(PAIR):
        guess(office, "nobody-here@shop.example", browser)
    with pytest.raises(TooManyTries):
        office.sign_in("nobody-here@shop.example", PASSWORD, browser)


def test_waiting_helps_and_refused_tries_do_not_make_the_wait_longer(
    office: Office, owner: Someone
) -> None:
    browser = office.new_browser()
    for _ in range(PAIR):
        guess(office, owner.email, browser)
    office.pass_time(minutes=14)
    with pytest.raises(TooManyTries):
        office.sign_in(owner.email, PASSWORD, browser)
    office.pass_time(minutes=1)
    assert office.sign_in(owner.email, PASSWORD, browser)


def test_signing_in_forgives_the_mistakes_before_it(office: Office, owner: Someone) -> None:
    browser = office.new_browser()
    for _ in range(2):
        for _ in range(PAIR - 1):
            guess(office, owner.email, browser)
        office.sign_in(owner.email, PASSWORD, browser)


def test_one_address_may_guess_at_so_many_people(office: Office, owner: Someone) -> None:
    browser = office.new_browser()
    take = office.services.sign_in._throttle.take
    for number in range(ADDRESS):
        office.run(take(TryKind.SIGN_IN, f"{number}@x.example", browser.address, office.now))
    with pytest.raises(TooManyTries):
        office.sign_in(owner.email, PASSWORD, browser)
    # Having an account of one's own does not help: only one's own mistakes are forgiven.
    assert office.signed_in(owner.email)


def test_one_person_is_guessed_at_so_often_from_everywhere(office: Office, owner: Someone) -> None:
    take = office.services.sign_in._throttle.take
    for number in range(EMAIL):
        office.run(take(TryKind.SIGN_IN, owner.email, f"192.0.2.{number}", office.now))
    with pytest.raises(TooManyTries):
        office.sign_in(owner.email)


def test_a_guesser_with_a_whole_ipv6_network_is_one_guesser(office: Office, owner: Someone) -> None:
    network = f"2001:db8:1:{owner.user_id.hex[-4:]}"
    for number in range(PAIR):
        guess(office, owner.email, Browser(f"{network}::{number:x}", None))
    with pytest.raises(TooManyTries):
        office.sign_in(owner.email, browser=Browser(f"{network}:ffff::1", None))
    assert office.sign_in(owner.email, browser=Browser("2001:db8:ffff::1", None))


def test_guesses_made_at_the_same_moment_are_counted_one_by_one(
    office: Office, owner: Someone
) -> None:
    browser = office.new_browser()
    answers = office.at_once(
        *(
            office.services.sign_in(owner.email, "a guess", browser, None, office.now)
            for _ in range(3 * PAIR)
        )
    )
    assert sum(isinstance(answer, SignInRefused) for answer in answers) == PAIR
    assert sum(isinstance(answer, TooManyTries) for answer in answers) == 2 * PAIR


def test_what_was_typed_is_not_kept_and_old_tries_are_forgotten(office: Office) -> None:
    email, browser = office.new_email(), office.new_browser()
    guess(office, email, browser)
    [row] = office.fetch(
        "SELECT * FROM tries WHERE created_at = $1 ORDER BY id DESC LIMIT 1", office.now
    )
    for column in ("email_digest", "address_digest"):
        assert len(row[column]) == 32
        assert row[column] not in (digest(email), digest(str(browser.address)))
    office.pass_time(hours=2)
    # A few at a time, as new ones come.
    for number in range(60):
        take = office.services.sign_in._throttle.take
        office.run(take(TryKind.SIGN_IN, f"{number}@y.example", f"198.51.100.{number}", office.now))
    assert office.value("SELECT count(*) FROM tries WHERE id = $1", row["id"]) == 0
