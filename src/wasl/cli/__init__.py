"""The command line: one file per command."""

import sys

import typer

from wasl.cli.command_error import CommandError
from wasl.cli.database import DatabaseUnusableError
from wasl.cli.listen import listen
from wasl.cli.migrate import migrate
from wasl.cli.operator import operator
from wasl.cli.process_group import ProcessesKeepDyingError
from wasl.cli.sandbox import sandbox
from wasl.cli.serve import serve
from wasl.cli.trigger import trigger
from wasl.cli.up import up
from wasl.cli.work import work
from wasl.config import SettingsError
from wasl.domain.errors import WaslError
from wasl.storage.embedded import EmbeddedPostgresError
from wasl.storage.migrate import MigrationError

app = typer.Typer(
    name="wasl",
    help="Wasl takes payments in Libyan dinar: a merchant API, a hosted checkout, webhooks.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(up)
app.command()(serve)
app.command()(work)
app.command()(migrate)
app.command()(sandbox)
app.command()(listen)
app.command()(trigger)
app.add_typer(operator, name="operator")


def main() -> None:
    try:
        app()
    except (
        CommandError,
        SettingsError,
        DatabaseUnusableError,
        EmbeddedPostgresError,
        MigrationError,
        ProcessesKeepDyingError,
        WaslError,
        OSError,
    ) as error:
        print(f"wasl: {error}", file=sys.stderr)
        sys.exit(1)
