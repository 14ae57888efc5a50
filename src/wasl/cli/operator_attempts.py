"""`wasl operator unresolved` and `resolve`: what only a person can settle."""

import getpass
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

import typer
from rich.console import Console
from rich.table import Table

from wasl.cli.with_services import with_services
from wasl.domain.attempt import Attempt


def unresolved(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program.")] = False,
    limit: Annotated[int, typer.Option(help="How many to list at the most.", min=1)] = 200,
) -> None:
    """List payment attempts that wait for a person.

    Either the answer was lost and the provider cannot be asked, or a payment came twice.
    """
    waiting = with_services(lambda services: services.list_unresolved(limit))
    if as_json:
        print(json.dumps([_as_dict(attempt) for attempt in waiting], ensure_ascii=False))
    elif waiting:
        Console().print(_as_table(waiting))
    else:
        print("Nothing waits for a person.")


def resolve(
    attempt: Annotated[UUID, typer.Argument(help="The attempt, as `unresolved` lists it.")],
    paid: Annotated[
        bool, typer.Option("--paid/--not-paid", help="What you found out.", show_default=False)
    ],
    evidence: Annotated[
        str, typer.Option(help="How you know: a statement line, a call, a ticket.")
    ],
) -> None:
    """Settle an attempt by what you found out. It is written to the audit log with your name."""
    if not evidence.strip():
        raise typer.BadParameter("say how you know.", param_hint="--evidence")
    settled = with_services(
        lambda services: services.resolve_attempt(
            attempt, paid, evidence.strip(), f"operator:{getpass.getuser()}", datetime.now(UTC)
        )
    )
    print(f"Attempt {settled.id} is settled: {settled.state}.")


def _as_dict(attempt: Attempt) -> dict[str, object]:
    return {
        "attempt": str(attempt.id),
        "application_id": str(attempt.application_id),
        "payment_intent": str(attempt.payment_intent_uuid),
        "method": attempt.method,
        "state": attempt.state,
        "surplus": attempt.surplus,
        "provider_reference": attempt.provider_reference,
        "payer": attempt.masked_payer,
        "detail": attempt.detail,
        "since": attempt.updated_at.isoformat(),
    }


def _as_table(waiting: Sequence[Attempt]) -> Table:
    table = Table(title="Attempts that wait for a person")
    for heading in ("attempt", "payment intent", "method", "why", "provider's reference", "since"):
        table.add_column(heading, overflow="fold")
    for attempt in waiting:
        why = "paid a second time" if attempt.surplus else attempt.detail or attempt.state
        table.add_row(
            str(attempt.id),
            str(attempt.payment_intent_uuid),
            attempt.method,
            why,
            attempt.provider_reference or "",
            f"{attempt.updated_at:%Y-%m-%d %H:%M} UTC",
        )
    return table
