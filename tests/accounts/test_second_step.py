"""Codes at sign-in: setting them up, typing them, losing them."""

from dataclasses import dataclass

import pyotp
import pytest

from tests.accounts.office import PASSWORD, Office, Someone
from tests.support.cli import SECRET_KEY
from wasl.domain.credentials import digest
from wasl.domain.errors import (
    CodeWrong,
    PasswordNotConfirmed,
    SecondStepOver,
    SessionOver,
    TooManyTries,
    TotpAlreadyOn,
    TotpNotStarted,
)
from wasl.services.confirm_totp import TotpTurnedOn
from wasl.services.sign_in import SecondStepNeeded
from wasl.services.start_session import SignedIn
from wasl.storage.encryption import SecretBox

WRONG = "000000"


@dataclass
class Guarded:
    """Someone who is asked for codes."""

    office: Office
    someone: Someone
    secret: str
    recovery_codes: list[str]

    def code(self) -> str:
        return pyotp.TOTP(self.secret).at(self.office.now)

    def wrong_code(self) -> str:
        return wrong_code(self.office, self.secret)

    def first_step(self) -> str:
        needed = self.office.sign_in(self.someone.email)
        assert isinstance(needed, SecondStepNeeded)
        return needed.token

    def second_step(self, token: str, code: str) -> SignedIn:
        browser = self.office.new_browser()
        return self.office.run(
            self.office.services.complete_sign_in(token, code, browser, None, self.office.now)
        )


def wrong_code(office: Office, secret: str) -> str:
    """None of those that would be taken now."""
    totp = pyotp.TOTP(secret)
    taken = {totp.at(office.now, offset) for offset in (-1, 0, 1)}
    return next(code for code in (WRONG, "111111", "222222", "333333") if code not in taken)


def set_up(office: Office, someone: Someone) -> str:
    return office.run(office.services.set_up_totp(someone.person, office.now)).secret


def confirm(office: Office, someone: Someone, code: str) -> TotpTurnedOn:
    return office.run(office.services.confirm_totp(someone.person, code, office.now))


@pytest.fixture
def guarded(office: Office, owner: Someone) -> Guarded:
    secret = set_up(office, owner)
    codes = confirm(office, owner, pyotp.TOTP(secret).at(office.now)).recovery_codes
    # The code that turned it on is used up.
    office.pass_time(seconds=30)
    return Guarded(office, owner, secret, codes)


def test_the_uri_carries_the_secret_to_an_app(office: Office, owner: Someone) -> None:
    given = office.run(office.services.set_up_totp(owner.person, office.now))
    read = pyotp.parse_uri(given.uri)
    assert isinstance(read, pyotp.TOTP)
    assert (read.secret, read.name, read.issuer) == (given.secret, owner.email, "Wasl")


def test_until_a_code_confirms_it_none_is_asked_for(office: Office, owner: Someone) -> None:
    with pytest.raises(TotpNotStarted):
        confirm(office, owner, WRONG)
    secret = set_up(office, owner)
    assert isinstance(office.sign_in(owner.email), SignedIn)
    assert not office.recognise(owner.token).asks_for_codes
    with pytest.raises(CodeWrong):
        confirm(office, owner, wrong_code(office, secret))
    assert isinstance(office.sign_in(owner.email), SignedIn)


def test_beginning_again_makes_the_first_secret_useless(office: Office, owner: Someone) -> None:
    first, second = set_up(office, owner), set_up(office, owner)
    with pytest.raises(CodeWrong):
        confirm(office, owner, pyotp.TOTP(first).at(office.now))
    assert confirm(office, owner, pyotp.TOTP(second).at(office.now))


def test_the_password_is_asked_for_before_anything_changes(office: Office, owner: Someone) -> None:
    office.pass_time(hours=1)
    with pytest.raises(PasswordNotConfirmed):
        set_up(office, owner)
    with pytest.raises(PasswordNotConfirmed):
        confirm(office, owner, WRONG)
    with pytest.raises(PasswordNotConfirmed):
        office.run(office.services.turn_off_totp(owner.person, office.now))


def test_turning_it_on_signs_the_other_browsers_out(office: Office, owner: Someone) -> None:
    other = office.signed_in(owner.email)
    on = confirm(office, owner, pyotp.TOTP(set_up(office, owner)).at(office.now))
    # A copy of this browser's own token is worth as little as another browser's.
    for old in (other, owner.token):
        with pytest.raises(SessionOver):
            office.recognise(old)
    assert office.recognise(on.session.token).asks_for_codes
    [entry] = office.audit(owner.account_id, "user.totp_turned_on")
    assert (entry["actor"], entry["address"]) == (owner.email, owner.person.address)
    with pytest.raises(TotpAlreadyOn):
        set_up(office, owner)
    with pytest.raises(TotpAlreadyOn):
        confirm(office, owner, WRONG)


def test_the_secret_is_encrypted_and_recovery_codes_are_digests(guarded: Guarded) -> None:
    office, user_id = guarded.office, guarded.someone.user_id
    [user] = office.fetch("SELECT * FROM users WHERE id = $1", user_id)
    assert SecretBox([SECRET_KEY]).decrypt(user["totp_secret_encrypted"]) == guarded.secret
    assert guarded.secret not in str(user)
    stored = office.fetch("SELECT digest FROM recovery_codes WHERE user_id = $1", user_id)
    assert {row[0] for row in stored} == {digest(code) for code in guarded.recovery_codes}
    assert len(set(guarded.recovery_codes)) == 10


def test_a_password_alone_signs_nobody_in(guarded: Guarded) -> None:
    sessions = "SELECT count(*) FROM sessions WHERE user_id = $1"
    before = guarded.office.value(sessions, guarded.someone.user_id)
    token = guarded.first_step()
    assert guarded.office.value(sessions, guarded.someone.user_id) == before
    with pytest.raises(SessionOver):
        guarded.office.recognise(token)


def test_the_right_code_completes_it_once(guarded: Guarded) -> None:
    token = guarded.first_step()
    done = guarded.second_step(token, guarded.code())
    assert guarded.office.recognise(done.token).person.user_id == guarded.someone.user_id
    with pytest.raises(SecondStepOver):
        guarded.second_step(token, guarded.code())
    entry = guarded.office.audit(guarded.someone.account_id, "user.signed_in")[-1]
    assert entry["detail"]["by"] == "code"


def test_a_code_is_taken_with_arabic_digits_and_spaces(guarded: Guarded) -> None:
    arabic = guarded.code().translate({ord(str(n)): chr(ord("٠") + n) for n in range(10)})
    assert guarded.second_step(guarded.first_step(), f" {arabic[:3]} {arabic[3:]} ")


@pytest.mark.parametrize(("late_s", "taken"), [(-30, True), (30, True), (-60, False), (60, False)])
def test_clocks_may_differ_by_half_a_minute(guarded: Guarded, late_s: int, taken: bool) -> None:
    guarded.office.pass_time(minutes=5)
    totp = pyotp.TOTP(guarded.secret)
    token = guarded.first_step()
    code = totp.at(int(guarded.office.now.timestamp()) + late_s)
    if taken:
        assert guarded.second_step(token, code)
    else:
        with pytest.raises(CodeWrong):
            guarded.second_step(token, code)


def test_a_code_is_not_taken_twice(guarded: Guarded) -> None:
    code = guarded.code()
    guarded.second_step(guarded.first_step(), code)
    with pytest.raises(CodeWrong):
        guarded.second_step(guarded.first_step(), code)
    # Nor one from before it.
    earlier = pyotp.TOTP(guarded.secret).at(guarded.office.now, -1)
    with pytest.raises(CodeWrong):
        guarded.second_step(guarded.first_step(), earlier)


def test_one_code_typed_into_two_sign_ins_at_once_completes_one(guarded: Guarded) -> None:
    office, code = guarded.office, guarded.code()
    tokens = [guarded.first_step() for _ in range(2)]
    completing = [
        office.services.complete_sign_in(token, code, office.new_browser(), None, office.now)
        for token in tokens
    ]
    answers = office.at_once_behind_a_lock(
        "SELECT 1 FROM users WHERE id = $1 FOR UPDATE", guarded.someone.user_id, *completing
    )
    assert sum(isinstance(answer, SignedIn) for answer in answers) == 1
    assert sum(isinstance(answer, SecondStepOver) for answer in answers) == 1


def test_the_second_step_ends_after_five_minutes(guarded: Guarded) -> None:
    token = guarded.first_step()
    guarded.office.pass_time(minutes=5)
    with pytest.raises(SecondStepOver):
        guarded.second_step(token, guarded.code())


def test_after_five_wrong_codes_it_begins_again(guarded: Guarded) -> None:
    token = guarded.first_step()
    for _ in range(5):
        with pytest.raises(CodeWrong):
            guarded.second_step(token, guarded.wrong_code())
    with pytest.raises(SecondStepOver):
        guarded.second_step(token, guarded.code())


def test_beginning_again_does_not_buy_more_guesses(guarded: Guarded) -> None:
    for _ in range(10):
        with pytest.raises(CodeWrong):
            guarded.second_step(guarded.first_step(), guarded.wrong_code())
    with pytest.raises(TooManyTries):
        guarded.second_step(guarded.first_step(), guarded.code())
    guarded.office.pass_time(hours=1)
    assert guarded.second_step(guarded.first_step(), guarded.code())


@pytest.mark.parametrize("token", ["", "stp_" + "x" * 43])
def test_an_unknown_second_step_is_over(guarded: Guarded, token: str) -> None:
    with pytest.raises(SecondStepOver):
        guarded.second_step(token, guarded.code())


def test_a_recovery_code_works_once_however_it_is_typed(guarded: Guarded) -> None:
    first, second = guarded.recovery_codes[:2]
    typed = first.lower().replace("-", " ").replace("0", "o")
    assert guarded.second_step(guarded.first_step(), typed)
    entry = guarded.office.audit(guarded.someone.account_id, "user.signed_in")[-1]
    assert entry["detail"]["by"] == "recovery code"
    with pytest.raises(CodeWrong):
        guarded.second_step(guarded.first_step(), first)
    assert guarded.second_step(guarded.first_step(), second)


def test_another_persons_recovery_code_does_not_work(guarded: Guarded) -> None:
    office = guarded.office
    other = office.sign_up()
    codes = confirm(office, other, pyotp.TOTP(set_up(office, other)).at(office.now)).recovery_codes
    with pytest.raises(CodeWrong):
        guarded.second_step(guarded.first_step(), codes[0])


def test_a_changed_password_ends_sign_ins_that_wait_for_a_code(guarded: Guarded) -> None:
    office = guarded.office
    token = guarded.first_step()
    office.run(
        office.services.change_password(
            guarded.someone.person, PASSWORD, "another password", office.now
        )
    )
    with pytest.raises(SecondStepOver):
        guarded.second_step(token, guarded.code())


def test_turned_off_nothing_is_asked_for_and_old_codes_are_gone(guarded: Guarded) -> None:
    office, someone = guarded.office, guarded.someone
    waiting = guarded.first_step()
    for _ in range(2):
        office.run(office.services.turn_off_totp(someone.person, office.now))
    assert isinstance(office.sign_in(someone.email), SignedIn)
    with pytest.raises(SecondStepOver):
        guarded.second_step(waiting, guarded.code())
    assert len(office.audit(someone.account_id, "user.totp_turned_off")) == 1
    left = office.value("SELECT count(*) FROM recovery_codes WHERE user_id = $1", someone.user_id)
    assert left == 0
