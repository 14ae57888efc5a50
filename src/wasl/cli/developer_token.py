"""The access token of `wasl listen` and `wasl trigger`."""

import json
import os
import sys
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import typer

from wasl.cli.command_error import CommandError

_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


class NoTokenError(CommandError):
    def __init__(self) -> None:
        super().__init__("set WASL_ACCESS_TOKEN to the access token of a test application")


def access_token(given: str | None, server: str) -> str:
    """The one given; or, on this machine, that of the application `wasl up` made; or asked for."""
    if given:
        return given.strip()
    found = _of_demo_application(server)
    if found is not None:
        return found
    if not sys.stdin.isatty():
        raise NoTokenError
    typed: str = typer.prompt("Access token (at_…)", hide_input=True)
    return typed.strip()


def _of_demo_application(server: str) -> str | None:
    if urlsplit(server).hostname not in _LOCAL:
        return None
    try:
        kept = Path(os.environ.get("WASL_DATA_DIR", ".wasl")) / "demo_application.json"
        token: str = json.loads(kept.read_text())["access_token"]
    except FileNotFoundError:
        return None
    print("Using the demo application of this folder.", file=sys.stderr)
    return token
