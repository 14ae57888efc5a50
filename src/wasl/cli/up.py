"""`wasl up`: everything at once, for development."""

import asyncio
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
from wasl.config import load_settings
from wasl.log import configure_logging


def up(
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000,
) -> None:
    """Run everything on this machine, for development: database, service and worker.

    Makes a demo application on the first start and prints its credentials on every start.
    Ctrl-C stops everything; the data stays for the next time.
    """
    settings = load_settings()
    configure_logging(settings.log_level)
    listener = listen_on("127.0.0.1", port)
    port = listener.getsockname()[1]
    if "public_url" not in settings.model_fields_set:
        settings = settings.model_copy(update={"public_url": f"http://localhost:{port}"})
    with database(settings) as url:
        asyncio.run(migrate_database(url))
        print_welcome(settings.public_url, demo_application(settings, url))
        shared = shared_state(settings, processes=1)
        run_together(
            [
                partial(run_server, settings, url, shared, listener, 0),
                partial(run_worker, settings, url),
            ],
            on_stop=listener.close,
        )
    print("Stopped. The data is kept.")
