"""Opening an account."""

import pytest

from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import PASSWORD, Colleague
from tests.support.service import running_service


def test_a_new_owner_lands_where_the_first_application_is_created(
    new_colleague: NewColleague,
) -> None:
    someone = new_colleague()
    someone.open("/sign-up")
    page = someone.send(
        "/sign-up",
        name="Salma Ali",
        account_name="Gharyan Olives",
        email=someone.email,
        password=PASSWORD,
    )
    assert (page.status, page.path, page.name) == (200, "/dashboard", "people/applications")
    assert "Gharyan Olives" in page.text
    assert "No applications yet" in page.text
    assert any(link.endswith("/applications/new") for link in page.links)


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("email", "salma", "This is not an e-mail address."),
        ("name", "  ", "Type a name."),
        ("name", "x" * 101, "This name is too long."),
        ("account_name", "", "Type a name."),
        ("password", "short", "Use at least 10 characters."),
        ("password", "password123", "Too many people use this password. Choose another."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_the_rest_stays_typed(
    new_colleague: NewColleague, field: str, typed: str, said: str
) -> None:
    someone = new_colleague()
    fields = {
        "name": "Salma Ali",
        "account_name": "Gharyan Olives",
        "email": someone.email,
        "password": PASSWORD,
    }
    someone.open("/sign-up")
    page = someone.send("/sign-up", **fields | {field: typed})
    assert (page.status, page.name, page.errors) == (200, "people/sign_up", {field: said})
    kept = page.form("/sign-up").fields
    assert kept["password"] == ""
    fields[field] = typed
    assert {name: kept[name] for name in ("name", "account_name", "email")} == {
        name: fields[name] for name in ("name", "account_name", "email")
    }
    assert PASSWORD not in page.answer.text


def test_an_address_signs_up_once(owner: Colleague, new_colleague: NewColleague) -> None:
    again = new_colleague(owner.email.upper())
    again.open("/sign-up")
    page = again.send(
        "/sign-up", name="Eve", account_name="Eve", email=again.email, password=PASSWORD
    )
    assert page.errors == {
        "email": "There is an account with this address already. Sign in instead."
    }


def test_where_sign_up_is_closed_nobody_is_offered_it(own_database_url: str) -> None:
    with (
        running_service(own_database_url, workers=1, sign_up_open=False) as closed,
        Colleague(closed.url) as someone,
    ):
        page = someone.open("/sign-in")
        assert not any("/sign-up" in link for link in page.links)
        csrf = page.form("/sign-in").fields["csrf"]
        page = someone.open("/sign-up")
        assert (page.status, page.name) == (403, "trouble")
        assert "Nobody can sign up here" in page.text
        typed = {"email": "a@b.ly", "name": "A", "account_name": "A", "password": PASSWORD}
        answer = someone.client.post("/dashboard/sign-up", data={"csrf": csrf} | typed)
        assert answer.status_code == 403
        assert "Nobody can sign up here" in answer.text
        assert closed.database.value("SELECT count(*) FROM users") == 0
