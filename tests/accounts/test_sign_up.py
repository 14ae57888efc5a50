import pytest

from tests.accounts.counted_hashing import counted_hashing
from tests.accounts.office import PASSWORD, Office, Someone
from tests.support.postgres import Postgres
from wasl.domain.access import Role
from wasl.domain.errors import InputRefused, SignUpClosed, TooManyTries
from wasl.domain.problem import Problem
from wasl.services.new_user import NewUser


def sign_up(office: Office, email: str, password: str = PASSWORD, account: str = "Shop") -> None:
    new = NewUser(email, "Salma", password, "ar")
    office.run(office.services.sign_up(new, account, office.new_browser(), None, office.now))


def test_signing_up_makes_an_owner_with_an_account_who_is_signed_in(office: Office) -> None:
    someone = office.sign_up("  SALMA@Shop.Example ", name="  Salma   Ali ")
    visitor = office.recognise(someone.token)
    assert (visitor.person.email, visitor.name) == ("salma@shop.example", "Salma Ali")
    assert (visitor.language, visitor.asks_for_codes) == ("ar", False)
    [account] = office.run(office.services.list_accounts_of(someone.user_id))
    assert account.role == Role.OWNER
    assert office.run(office.services.list_applications_of(someone.user_id)) == []
    [founded] = office.audit(account.account_id, "account.founded")
    assert (founded["actor"], founded["user_id"]) == ("salma@shop.example", someone.user_id)
    assert founded["address"] == someone.person.address


def test_an_address_signs_up_once_however_it_is_spelled(office: Office, owner: Someone) -> None:
    with pytest.raises(InputRefused) as refused:
        sign_up(office, f" {owner.email.upper()}")
    assert refused.value.problems == {"email": Problem.EMAIL_TAKEN}


def test_of_two_who_sign_up_with_one_address_at_once_one_does(office: Office) -> None:
    email = office.new_email()
    new = NewUser(email, "Salma", PASSWORD, "ar")
    answers = office.at_once(
        *(
            office.services.sign_up(new, "Shop", office.new_browser(), None, office.now)
            for _ in range(2)
        )
    )
    assert sorted(isinstance(answer, InputRefused) for answer in answers) == [False, True]
    assert office.value("SELECT count(*) FROM users WHERE email = $1", email) == 1


def test_every_problem_is_told_at_once_and_nothing_is_stored(office: Office) -> None:
    before = office.value("SELECT count(*) FROM users")
    with counted_hashing() as work, pytest.raises(InputRefused) as refused:
        sign_up(office, "nobody", "short", account="  ")
    assert refused.value.problems == {
        "email": Problem.EMAIL_MALFORMED,
        "password": Problem.PASSWORD_TOO_SHORT,
        "account_name": Problem.NAME_MISSING,
    }
    assert work.hashed == 0
    assert office.value("SELECT count(*) FROM users") == before


def test_what_is_no_address_is_one_mistake(office: Office) -> None:
    with pytest.raises(InputRefused) as refused:
        sign_up(office, "x", "exactly six boxes")
    assert refused.value.problems == {"email": Problem.EMAIL_MALFORMED}


def test_a_setting_closes_it(postgres: Postgres) -> None:
    office = Office(postgres.new_migrated_database(), sign_up_open=False)
    with pytest.raises(SignUpClosed):
        sign_up(office, office.new_email())
    assert not office.services.sign_up.is_open
    assert office.value("SELECT count(*) FROM users") == 0
    office.close()


def test_one_address_cannot_sign_up_without_end(office: Office) -> None:
    browser = office.new_browser()

    def one_more() -> None:
        new = NewUser(office.new_email(), "Salma", PASSWORD, "ar")
        office.run(office.services.sign_up(new, "Shop", browser, None, office.now))

    for _ in range(30):
        one_more()
    with counted_hashing() as work, pytest.raises(TooManyTries):
        one_more()
    assert work.hashed == 0
    office.pass_time(hours=1)
    one_more()
