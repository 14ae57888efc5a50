"""`wasl operator create-owner` and `reset-password`: people who sign in to the dashboard."""

import getpass
import secrets
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Final
from uuid import UUID

import typer

from wasl.cli.with_services import with_services
from wasl.services.new_user import NewUser

_GENERATED_BYTES: Final = 15


class LanguageChoice(StrEnum):
    ARABIC = "ar"
    ENGLISH = "en"


def create_owner(
    email: Annotated[str, typer.Option(help="The address they sign in with.")],
    name: Annotated[str | None, typer.Option(help="Their name; without it, the address.")] = None,
    account: Annotated[
        str | None, typer.Option(help="The name of their new account; without it, their own.")
    ] = None,
    application: Annotated[
        list[UUID] | None,
        typer.Option(help="An application without an account, which becomes theirs. Repeatable."),
    ] = None,
    language: Annotated[LanguageChoice, typer.Option(help="The language of letters to them.")] = (
        LanguageChoice.ARABIC
    ),
    prompt: Annotated[
        bool, typer.Option("--prompt", help="Ask for the password instead of making one.")
    ] = False,
) -> None:
    """Create a user with an account of their own. A password that was made is shown this once."""
    password = _ask_for_password() if prompt else secrets.token_urlsafe(_GENERATED_BYTES)
    shown_name = name or email
    new = NewUser(email, shown_name, password, language)
    created = with_services(
        lambda services: services.accounts.create_owner(
            new, account or shown_name, application or [], _operator(), datetime.now(UTC)
        )
    )
    print(f"account_id      {created.account_id}")
    print(f"email           {email}")
    if not prompt:
        print(f"password        {password}")


def reset_password(
    email: Annotated[str, typer.Option(help="The address they sign in with.")],
    turn_off_codes: Annotated[
        bool,
        typer.Option("--turn-off-codes", help="They lost the app and the recovery codes too."),
    ] = False,
) -> None:
    """Make a link for a new password, shown this once. Give it to nobody but its owner."""
    link = with_services(
        lambda services: services.accounts.help_with_sign_in(
            email, turn_off_codes, _operator(), datetime.now(UTC)
        )
    )
    print(link)


def _ask_for_password() -> str:
    password: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return password


def _operator() -> str:
    return f"operator:{getpass.getuser()}"
