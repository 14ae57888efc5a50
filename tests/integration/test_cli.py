import json
import re
import socket
from pathlib import Path
from uuid import UUID

import pytest
from typer.testing import CliRunner

from tests.support.cli import SECRET_KEY, create_application, run_wasl
from tests.support.database import connected
from tests.support.postgres import Postgres
from wasl.cli import app
from wasl.domain.credentials import digest
from wasl.storage.encryption import SecretBox

COMMANDS = {
    "": ["up", "serve", "work", "migrate", "listen", "trigger", "operator"],
    "up": ["--port"],
    "serve": ["--host", "--port", "--workers"],
    "work": [],
    "migrate": [],
    "listen": ["--forward-to", "--server", "--token", "--from"],
    "trigger": ["--server", "--token", "--key", "--no-wait"],
    "operator": ["create-application", "revoke-credential", "create-owner", "reset-password"],
    "operator create-application": ["--name", "--mode", "--webhook-url", "--methods", "--json"],
    "operator revoke-credential": [],
    "operator create-owner": ["--email", "--name", "--account", "--application", "--prompt"],
    "operator reset-password": ["--email", "--turn-off-codes"],
}


def assert_stops_with_one_line(*command: str, told: str, **settings: object) -> None:
    done = run_wasl(*command, **settings)  # type: ignore[arg-type]
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith("wasl: ")
    assert told.casefold() in line.casefold()
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    shown = CliRunner().invoke(app, [*command.split(), "--help"], env={"COLUMNS": "100"})
    assert shown.exit_code == 0
    assert "Usage:" in shown.stdout
    words = shown.stdout.split()
    for option in COMMANDS[command]:
        assert option in words
    # A sentence says what it does, above the list of options.
    assert re.search(r"[A-Z][a-z]+ .{10,}\.", shown.stdout)


def test_without_a_command_the_list_of_commands_is_shown() -> None:
    done = run_wasl("--help")
    assert done.returncode == 0
    assert set(COMMANDS[""]) <= set(done.stdout.split())


@pytest.mark.parametrize(
    "command",
    ["up", "serve", "work", "migrate", "operator create-application --name x"],
)
def test_a_wrong_setting_stops_every_command_with_one_line(command: str) -> None:
    assert_stops_with_one_line(*command.split(), told="WASL_LOG_LEVEL", log_level="loud")


def test_an_external_database_without_a_key_is_refused() -> None:
    assert_stops_with_one_line(
        "serve", told="WASL_SECRET_KEY", database_url="postgresql://db.example/x", secret_key=None
    )


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ("migrate", "postgresql://nobody@127.0.0.1:1/nothing_listens_here"),
        ("migrate", "postgresql://127.0.0.1:99999/port_too_high"),
        ("migrate", "postgresql://127.0.0.1:x/port_no_number"),
        ("migrate", "{server}&sslmode=bogus"),
        ("migrate", "{no_database}"),
        ("migrate", "{no_user}"),
        ("operator create-application --name x", "postgresql://127.0.0.1:1/nothing_listens_here"),
        ("operator create-application --name x", "{no_user}"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_one_line(
    postgres: Postgres, command: str, wrong: str
) -> None:
    address = wrong.format(
        server=postgres.url,
        no_database=postgres.url.replace("/postgres?", "/no_such_database?"),
        no_user=postgres.url.replace("postgres@", "no_such_user@"),
    )
    assert_stops_with_one_line(*command.split(), told="database", database_url=address)


def test_a_database_that_is_not_migrated_is_told_in_one_line(postgres: Postgres) -> None:
    command = ("operator", "create-application", "--name", "Shop")
    assert_stops_with_one_line(*command, told="wasl migrate", database_url=postgres.new_database())


def test_a_port_in_use_is_told_in_one_line(own_database_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert_stops_with_one_line(
            *("serve", "--port", str(port)), told=f"127.0.0.1:{port}", database_url=own_database_url
        )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--name", "Shop", "--methods", "card,cash"],
        ["--name", "Shop", "--methods", ""],
        ["--name", "Shop", "--mode", "demo"],
        ["--methods", "card"],
    ],
)
def test_wrong_arguments_are_explained_and_make_no_application(
    own_database_url: str, arguments: list[str]
) -> None:
    done = run_wasl("operator", "create-application", *arguments, database_url=own_database_url)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    wrong = "--name" if "--name" not in arguments else arguments[2]
    assert wrong in re.sub(r"\x1b\[[0-9;]*m", "", done.stderr)
    with connected(own_database_url) as database:
        assert database.value("SELECT count(*) FROM applications") == 0


def test_migrating_twice_changes_nothing(postgres: Postgres) -> None:
    address = postgres.new_database()
    first = run_wasl("migrate", database_url=address)
    second = run_wasl("migrate", database_url=address)
    assert [first.returncode, second.returncode] == [0, 0]
    assert "applied 0001_merchant_api" in first.stdout
    assert "applied" not in second.stdout
    assert "up to date" in second.stdout


def test_an_application_is_made_with_its_credentials(own_database_url: str) -> None:
    done = run_wasl(
        *("operator", "create-application", "--name", "متجر", "--mode", "live", "--json"),
        *("--methods", "sadad,card", "--webhook-url", "http://127.0.0.1:8080/hook"),
        database_url=own_database_url,
        webhook_allow_private=True,
    )
    made = json.loads(done.stdout)
    assert list(made) == ["application_id", "api_key", "access_token", "webhook_secret"]
    assert UUID(made["application_id"])
    assert re.fullmatch(r"pk_[\w-]{43}", made["api_key"])
    assert re.fullmatch(r"at_[\w-]{43}", made["access_token"])
    assert re.fullmatch(r"whsec_[\w-]{43}", made["webhook_secret"])
    with connected(own_database_url) as database:
        [row] = database.fetch("SELECT * FROM applications")
        stored = str(database.fetch("SELECT * FROM credentials"))
    assert (row["name"], row["mode"], row["methods"]) == ("متجر", "live", ["sadad", "card"])
    assert row["webhook_url"] == "http://127.0.0.1:8080/hook"
    # The secret is encrypted, the token hashed; the key may be shown at any time.
    assert (
        SecretBox([SECRET_KEY]).decrypt(row["webhook_secret_encrypted"]) == (made["webhook_secret"])
    )
    assert made["webhook_secret"] not in str(row)
    assert made["access_token"] not in stored
    assert made["api_key"] in stored


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://shop.example/hook", "must begin with https://"),
        ("https://127.0.0.1/hook", "127.0.0.1 is a loopback address"),
        ("https://me:word@shop.example/", "holds credentials"),
    ],
)
def test_an_application_with_a_webhook_url_that_cannot_be_used_is_not_made(
    own_database_url: str, url: str, reason: str
) -> None:
    create = ("operator", "create-application", "--name", "Shop", "--webhook-url", url)
    assert_stops_with_one_line(*create, told=reason, database_url=own_database_url)
    with connected(own_database_url) as database:
        assert database.value("SELECT count(*) FROM applications") == 0


def test_without_json_the_credentials_are_printed_for_people(own_database_url: str) -> None:
    done = run_wasl(
        "operator", "create-application", "--name", "Shop", database_url=own_database_url
    )
    assert done.returncode == 0
    lines = dict(line.split() for line in done.stdout.splitlines())
    assert list(lines) == ["application_id", "api_key", "access_token", "webhook_secret"]


def test_a_credential_is_revoked_once(own_database_url: str) -> None:
    application = create_application(own_database_url)
    revoke = ("operator", "revoke-credential", application.access_token)
    done = run_wasl(*revoke, database_url=own_database_url)
    assert done.returncode == 0
    assert application.application_id in done.stdout
    with connected(own_database_url) as database:
        revoked = database.fetch("SELECT digest FROM credentials WHERE revoked_at IS NOT NULL")
    assert [row[0] for row in revoked] == [digest(application.access_token)]
    assert_stops_with_one_line(*revoke, told="no usable", database_url=own_database_url)


def test_several_commands_share_one_embedded_database(tmp_path: Path) -> None:
    """The last of them stops it; what the first one wrote is there for the next."""
    data_dir = tmp_path / "data"
    made = run_wasl("operator", "create-application", "--name", "Shop", "--json", data_dir=data_dir)
    assert made.returncode == 0, made.stderr
    token = json.loads(made.stdout)["access_token"]
    assert not (data_dir / "postgres" / "postmaster.pid").exists()
    revoked = run_wasl("operator", "revoke-credential", token, data_dir=data_dir)
    assert revoked.returncode == 0, revoked.stderr
