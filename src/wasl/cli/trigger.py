"""`wasl trigger`: make an event happen, by a real test payment."""

import asyncio
from typing import Annotated
from uuid import uuid4

import typer

from wasl.cli.developer_options import Server, Token
from wasl.cli.developer_token import access_token
from wasl.cli.web_url import server_url
from wasl.domain.event import EventKind


def trigger(
    event: Annotated[EventKind, typer.Argument(help="The event.", show_default=False)],
    server: Server = "http://localhost:8000",
    token: Token = None,
    key: Annotated[
        str | None,
        typer.Option(
            help="Names this payment: with the same key it is the same one, paid at most once.",
            show_default=False,
        ),
    ] = None,
    wait: Annotated[bool, typer.Option(help="Wait until it has happened.")] = True,
) -> None:
    """Make an event of a test application happen, through the simulators.

    A success is paid at once. A cancellation needs an intent to expire, at the soonest after
    five minutes.
    """
    from wasl.cli.trigger_loop import trigger_and_wait

    server = server_url(server)
    asyncio.run(
        trigger_and_wait(server, access_token(token, server), event, key or uuid4().hex, wait)
    )
