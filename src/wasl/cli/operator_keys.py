"""`wasl operator reencrypt-secrets`: the last step but one of a change of `WASL_SECRET_KEY`."""

import getpass
import sys
from datetime import UTC, datetime

import typer

from wasl.cli.with_services import with_services


def reencrypt_secrets() -> None:
    """Write every stored secret anew under the first key of WASL_SECRET_KEY.

    Run it after the new key was put first everywhere. Safe to repeat, and while the service runs.
    """
    done = with_services(
        lambda services: services.reencrypt_secrets(
            f"operator:{getpass.getuser()}", datetime.now(UTC)
        )
    )
    print(f"{done.rewritten} secrets are under the first key now.")
    if done.unreadable:
        print("No key in WASL_SECRET_KEY opens these:", file=sys.stderr)
        for name in done.unreadable:
            print(f"  {name}", file=sys.stderr)
        raise typer.Exit(1)
