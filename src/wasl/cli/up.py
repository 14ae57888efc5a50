"""`wasl up`: everything at once, for development."""

import asyncio
import socket
from functools import partial
from typing import Annotated

import typer

from wasl.cli.database import database, migrate_database
from wasl.cli.demo_application import demo_application
from wasl.cli.process_group import run_together
from wasl.cli.serve import shared_state
from wasl.cli.server_process import listen_on, run_server
from wasl.cli.welcome import print_welcome
from wasl.cli.worker_process import run_worker
from wasl.config import Settings, load_settings
from wasl.log import configure_logging
from wasl_sandbox import SandboxSettings, serve_on


def up(
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000,
    sandbox_port: Annotated[
        int, typer.Option(help="The port of the simulators; 0 takes a free one.", min=0, max=65535)
    ] = 9000,
) -> None:
    """Run everything on this machine, for development: database, service, worker, simulators.

    Makes a demo application on the first start and prints its credentials on every start.
    Ctrl-C stops everything; the data stays for the next time.
    """
    settings = load_settings()
    configure_logging(settings.log_level)
    listener = listen_on("127.0.0.1", port)
    sandbox_listener = listen_on("127.0.0.1", sandbox_port)
    settings = _for_development(settings, listener, sandbox_listener)
    simulated = SandboxSettings(notify_url=f"{_local(listener)}/callbacks/moamalat")
    with database(settings) as url:
        asyncio.run(migrate_database(url))
        print_welcome(settings, demo_application(settings, url))
        shared = shared_state(settings, processes=1)
        run_together(
            [
                partial(run_server, settings, url, shared, listener, 0),
                partial(run_worker, settings, url),
                partial(serve_on, sandbox_listener, simulated),
            ],
            on_stop=listener.close,
        )
    print("Stopped. The data is kept.")


def _for_development(
    settings: Settings, listener: socket.socket, sandbox_listener: socket.socket
) -> Settings:
    """Whatever was not set follows the ports that are really used, and allows local webhooks."""
    local = {
        "public_url": _local(listener),
        "sandbox_url": _local(sandbox_listener),
        "webhook_allow_private": True,
    }
    given = settings.model_fields_set
    return settings.model_copy(
        update={name: value for name, value in local.items() if name not in given}
    )


def _local(listener: socket.socket) -> str:
    return f"http://localhost:{listener.getsockname()[1]}"
