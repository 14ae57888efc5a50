"""`wasl listen`: the events of a test application, forwarded to a receiver on this machine."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Annotated

import typer

from wasl.cli.developer_options import Server, Token
from wasl.cli.developer_token import access_token
from wasl.cli.web_url import server_url, web_url


def listen(
    forward_to: Annotated[
        str, typer.Option(help="Where events are posted, such as http://localhost:3000/hook.")
    ],
    server: Server = "http://localhost:8000",
    token: Token = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="now, start, or a cursor that was printed. Otherwise where the last run stopped.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Forward the events of a test application to a receiver on this machine, really signed.

    Goes on where it stopped: what happens meanwhile is not lost. Ctrl-C stops it.
    """
    from wasl.cli.listen_loop import listen_until_stopped
    from wasl.cli.listen_screen import ListenScreen

    receiver, server = web_url(forward_to), server_url(server)
    screen = ListenScreen()
    listening = listen_until_stopped(server, access_token(token, server), receiver, start, screen)
    asyncio.run(_until_told_to_stop(listening))
    screen.quiet("Stopped. The next start goes on from here.")


async def _until_told_to_stop(work: Coroutine[None, None, None]) -> None:
    task = asyncio.ensure_future(work)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()
