"""`wasl up`: everything at once, for development."""

import asyncio
import socket
from functools import partial
from typing import Annotated, Final

import typer

from wasl.cli.database import database, migrate_database
from wasl.cli.demo_application import demo_application
from wasl.cli.demo_shop import connect_shop
from wasl.cli.ports import address_of, listen_locally
from wasl.cli.process_group import Job, run_together
from wasl.cli.serve import shared_state
from wasl.cli.server_process import run_server
from wasl.cli.shop_process import run_shop, shop_environment
from wasl.cli.welcome import Addresses, print_welcome
from wasl.cli.worker_process import run_worker
from wasl.config import Settings, load_settings
from wasl.log import configure_logging
from wasl_sandbox import SandboxSettings, serve_on

_PORT: Final = 8000
_SANDBOX_PORT: Final = 9000
_SHOP_PORT: Final = 8080
_SHOP_HOOK: Final = "/webhooks/wasl"


def up(
    port: Annotated[
        int | None,
        typer.Option(
            help=f"The port of the service: {_PORT}, or a free one where that is taken.",
            min=0,
            max=65535,
        ),
    ] = None,
    sandbox_port: Annotated[
        int | None,
        typer.Option(
            help=f"The port of the simulators: {_SANDBOX_PORT}, or a free one.", min=0, max=65535
        ),
    ] = None,
    shop: Annotated[
        str | None,
        typer.Option(help="A Python module to run as the demo application's shop."),
    ] = None,
    shop_port: Annotated[
        int | None,
        typer.Option(help=f"The port of the shop: {_SHOP_PORT}, or a free one.", min=0, max=65535),
    ] = None,
) -> None:
    """Run everything on this machine, for development: database, service, worker, simulators.

    Makes a demo application on the first start and prints its credentials on every start.
    Ctrl-C stops everything; the data stays for the next time.
    """
    settings = load_settings()
    configure_logging(settings.log_level)
    listener = listen_locally(port, _PORT)
    sandbox_listener = listen_locally(sandbox_port, _SANDBOX_PORT)
    shop_listener = listen_locally(shop_port, _SHOP_PORT) if shop else None
    settings = _for_development(settings, listener, sandbox_listener)
    simulated = SandboxSettings(notify_url=f"{address_of(listener)}/callbacks/moamalat")
    with database(settings) as url:
        asyncio.run(migrate_database(url))
        demo = demo_application(settings, url)
        shared = shared_state(settings, processes=1)
        jobs: list[Job] = [
            partial(run_server, settings, url, shared, listener, 0),
            partial(run_worker, settings, url),
            partial(serve_on, sandbox_listener, simulated),
        ]
        shop_url = None
        if shop and shop_listener:
            shop_url = address_of(shop_listener)
            demo = connect_shop(settings, url, demo, shop_url + _SHOP_HOOK)
            told = shop_environment(address_of(listener), shop_url, demo)
            told["SHOP_DATABASE"] = str(settings.data_dir / "shop.db")
            jobs.append(partial(run_shop, shop, shop_listener, told))
        print_welcome(Addresses(settings.public_url, settings.sandbox_url, shop_url), demo)
        run_together(jobs, on_stop=listener.close)
    print("Stopped. The data is kept.")


def _for_development(
    settings: Settings, listener: socket.socket, sandbox_listener: socket.socket
) -> Settings:
    """Whatever was not set follows the ports that are really used, and allows local webhooks."""
    local = {
        "public_url": address_of(listener),
        "sandbox_url": address_of(sandbox_listener),
        "webhook_allow_private": True,
    }
    given = settings.model_fields_set
    return settings.model_copy(
        update={name: value for name, value in local.items() if name not in given}
    )
