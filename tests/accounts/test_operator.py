"""`wasl operator create-owner` and `reset-password`, and the owner that `wasl up` makes."""

import getpass
import json
import logging
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pyotp
import pytest
import structlog
from typer.testing import CliRunner

from tests.accounts.office import Office, token_of
from tests.support.cli import SECRET_KEY, create_application, run_wasl
from tests.support.postgres import Postgres
from wasl.cli import app
from wasl.cli.demo_application import demo_application
from wasl.config import Settings
from wasl.domain.access import Permission

OPERATOR = f"operator:{getpass.getuser()}"


def operator(office: Office, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_wasl(
        "operator",
        *arguments,
        database_url=office.database_url,
        public_url="https://pay.example",
    )


def printed(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    assert done.returncode == 0, done.stderr
    return dict(line.split(maxsplit=1) for line in done.stdout.splitlines())


def test_an_owner_signs_in_with_the_password_that_was_printed(office: Office) -> None:
    email = office.new_email()
    told = printed(
        operator(office, "create-owner", "--email", email, "--name", "سلمى", "--account", "متجر")
    )
    assert list(told) == ["account_id", "email", "password"]
    token = office.signed_in(email, told["password"])
    visitor = office.recognise(token)
    assert (visitor.name, visitor.language) == ("سلمى", "ar")
    [account] = office.run(office.services.list_accounts_of(visitor.person.user_id))
    assert (str(account.account_id), account.name) == (told["account_id"], "متجر")
    [entry] = office.audit(account.account_id, "account.founded")
    assert entry["actor"] == OPERATOR


@pytest.fixture
def logging_restored() -> Iterator[None]:
    handlers, level = logging.root.handlers, logging.root.level
    yield
    structlog.reset_defaults()
    logging.root.handlers = handlers
    logging.root.setLevel(level)


@pytest.mark.usefixtures("logging_restored")
def test_a_password_that_was_asked_for_is_not_printed(office: Office) -> None:
    email = office.new_email()
    shown = CliRunner().invoke(
        app,
        ["operator", "create-owner", "--email", email, "--prompt"],
        input="a camel in the rain\na camel in the rain\n",
        env={"WASL_DATABASE_URL": office.database_url, "WASL_SECRET_KEY": SECRET_KEY},
    )
    assert shown.exit_code == 0, shown.output
    assert "camel" not in shown.output
    assert office.signed_in(email, "a camel in the rain")


def test_applications_are_given_to_the_new_owner_once(office: Office) -> None:
    application = create_application(office.database_url)
    give = ("--application", application.application_id)
    email = office.new_email()
    told = printed(operator(office, "create-owner", "--email", email, *give))
    user_id = office.value("SELECT id FROM users WHERE email = $1", email)
    [listed] = office.run(office.services.list_applications_of(user_id))
    assert str(listed.application_id) == application.application_id
    assert str(listed.account_id) == told["account_id"]
    other = office.new_email()
    refused = operator(office, "create-owner", "--email", other, *give)
    assert (refused.returncode, refused.stderr) == (1, "wasl: There is no such application.\n")
    assert office.value("SELECT count(*) FROM users WHERE email = $1", other) == 0


def test_an_owner_is_made_once_and_with_an_address(office: Office) -> None:
    email = office.new_email()
    printed(operator(office, "create-owner", "--email", email))
    for wrong, why in ((email.upper(), "email: email taken"), ("x", "email: email malformed")):
        refused = operator(office, "create-owner", "--email", wrong)
        assert (refused.returncode, refused.stderr) == (1, f"wasl: {why}\n")
        assert refused.stdout == ""


def test_a_link_for_a_new_password_is_printed(office: Office) -> None:
    someone = office.sign_up()
    done = operator(office, "reset-password", "--email", someone.email)
    assert done.returncode == 0, done.stderr
    token = token_of(done.stdout.strip())
    [row] = office.fetch(
        "SELECT ends_at - created_at AS lifetime, created_at FROM password_resets "
        "WHERE user_id = $1",
        someone.user_id,
    )
    reset = office.services.reset_password(
        token, "another password", office.new_browser(), row["created_at"]
    )
    office.run(reset)
    assert office.signed_in(someone.email, "another password")
    [entry] = office.audit(someone.account_id, "user.password_reset_link_made")
    assert entry["actor"] == OPERATOR


def test_codes_are_turned_off_for_who_lost_them(office: Office) -> None:
    someone = office.sign_up()
    secret = office.run(office.services.set_up_totp(someone.person, office.now)).secret
    code = pyotp.TOTP(secret).at(office.now)
    office.run(office.services.confirm_totp(someone.person, code, office.now))
    done = operator(office, "reset-password", "--email", someone.email, "--turn-off-codes")
    assert done.returncode == 0, done.stderr
    assert office.signed_in(someone.email)
    [entry] = office.audit(someone.account_id, "user.totp_turned_off")
    assert entry["actor"] == OPERATOR


def test_who_is_not_there_cannot_be_helped(office: Office) -> None:
    refused = operator(office, "reset-password", "--email", "nobody@shop.example")
    assert refused.returncode == 1
    assert refused.stderr == "wasl: There is no user with this e-mail address.\n"


# `wasl up`


@pytest.fixture
def settings(postgres: Postgres, tmp_path: Path) -> Settings:
    return Settings(
        _env_file=None,
        database_url=postgres.new_migrated_database(),
        secret_key=SECRET_KEY,
        data_dir=tmp_path,
        public_url="https://pay.example",
    )


def demo(settings: Settings) -> dict[str, str]:
    assert settings.database_url is not None
    return demo_application(settings, settings.database_url)


def office_of(settings: Settings) -> Office:
    assert settings.database_url is not None
    return Office(settings.database_url)


def test_the_demo_has_an_owner_who_is_kept_for_the_next_start(
    settings: Settings, tmp_path: Path
) -> None:
    first = demo(settings)
    assert demo(settings) == first
    file = tmp_path / "demo_application.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    office = office_of(settings)
    token = office.signed_in(first["owner_email"], first["owner_password"])
    person = office.recognise(token).person
    [listed] = office.run(office.services.list_applications_of(person.user_id))
    assert str(listed.application_id) == first["application_id"]
    opened = office.services.open_application(
        person.user_id, listed.application_id, Permission.MANAGE_TEAM
    )
    assert office.run(opened).name == "Demo shop"
    office.close()


def test_a_demo_from_before_there_were_owners_gets_one(settings: Settings, tmp_path: Path) -> None:
    first = demo(settings)
    old = {name: value for name, value in first.items() if not name.startswith("owner")}
    file = tmp_path / "demo_application.json"
    office = office_of(settings)
    office.execute("UPDATE applications SET account_id = NULL")
    file.write_text(json.dumps(old))
    second = demo(settings)
    assert second["application_id"] == first["application_id"]
    assert second["owner_email"] != first["owner_email"]
    assert office.signed_in(second["owner_email"], second["owner_password"])
    # Somebody's by now: the demo makes itself another.
    file.write_text(json.dumps(old))
    third = demo(settings)
    assert third["application_id"] != first["application_id"]
    assert office.signed_in(third["owner_email"], third["owner_password"])
    office.close()


def test_a_lost_file_makes_a_new_demo(settings: Settings, tmp_path: Path) -> None:
    first = demo(settings)
    (tmp_path / "demo_application.json").unlink()
    second = demo(settings)
    assert second["application_id"] != first["application_id"]
    office = office_of(settings)
    assert office.signed_in(second["owner_email"], second["owner_password"])
    office.close()
