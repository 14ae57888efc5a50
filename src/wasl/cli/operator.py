"""`wasl operator …`: what the company that runs Wasl does from a terminal."""

import getpass
import json
from datetime import UTC, datetime
from typing import Annotated

import typer

from wasl.cli.operator_accounts import create_owner, reset_password
from wasl.cli.operator_attempts import resolve, unresolved
from wasl.cli.operator_keys import reencrypt_secrets
from wasl.cli.with_services import with_services
from wasl.domain.application import Method, Mode
from wasl.services.create_application import IssuedApplication

operator = typer.Typer(
    help="Manage applications and people, and settle what only a person can settle."
)

operator.command("unresolved")(unresolved)
operator.command("resolve")(resolve)
operator.command("create-owner")(create_owner)
operator.command("reset-password")(reset_password)
operator.command("reencrypt-secrets")(reencrypt_secrets)


@operator.command("create-application")
def create_application(
    name: Annotated[str, typer.Option(help="What customers see at the checkout.")],
    mode: Annotated[Mode, typer.Option(help="test pays with simulators, live with money.")] = (
        Mode.TEST
    ),
    webhook_url: Annotated[str | None, typer.Option(help="Where events are sent.")] = None,
    methods: Annotated[
        str, typer.Option(help="How customers may pay, separated by commas.")
    ] = "card,sadad,edfali",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program.")] = False,
) -> None:
    """Create an application and print its credentials, which are shown this once."""
    chosen = _parse_methods(methods)
    issued = with_services(
        lambda services: services.create_application(
            name.strip(), mode, chosen, webhook_url, datetime.now(UTC)
        )
    )
    print(json.dumps(as_dict(issued)) if as_json else as_text(issued))


@operator.command("revoke-credential")
def revoke_credential(
    value: Annotated[str, typer.Argument(help="An API key (pk_…) or an access token (at_…).")],
) -> None:
    """Revoke an API key or an access token. It stops working everywhere within a second."""
    application_id = with_services(
        lambda services: services.revoke_credential(
            value, datetime.now(UTC), f"operator:{getpass.getuser()}"
        )
    )
    print(f"Revoked. It belonged to application {application_id}.")


def as_dict(issued: IssuedApplication) -> dict[str, str]:
    return {name: str(value) for name, value in issued._asdict().items()}


def as_text(issued: IssuedApplication) -> str:
    return "\n".join(f"{name:15} {value}" for name, value in as_dict(issued).items())


def _parse_methods(text: str) -> list[Method]:
    try:
        chosen = [Method(part.strip()) for part in text.split(",")]
    except ValueError:
        known = ", ".join(Method)
        raise typer.BadParameter(
            f"{text!r}: choose from {known}.", param_hint="--methods"
        ) from None
    return list(dict.fromkeys(chosen))
