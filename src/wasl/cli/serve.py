"""`wasl serve`: the HTTP service."""

from functools import partial
from typing import Annotated

import structlog
import typer

from wasl.asgi import SharedState
from wasl.cli.database import database
from wasl.cli.process_group import run_together
from wasl.cli.server_process import listen_on, run_server
from wasl.config import Settings, load_settings
from wasl.log import configure_logging
from wasl.web.metrics import RequestMetrics
from wasl.web.rate_limiter import RateLimiter

log = structlog.get_logger()


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(help="How many processes answer requests.", min=1)] = 1,
) -> None:
    """Answer HTTP requests: the merchant API and everything else that has an address.

    Stops on SIGTERM or Ctrl-C, after it has finished what it accepted.
    """
    settings = load_settings()
    configure_logging(settings.log_level)
    listener = listen_on(host, port)
    with database(settings) as url:
        log.info("listening", url=f"http://{host}:{listener.getsockname()[1]}", workers=workers)
        shared = shared_state(settings, workers)
        run_together(
            [partial(run_server, settings, url, shared, listener, i) for i in range(workers)],
            # Whoever connects from now on is refused at once and can go elsewhere.
            on_stop=listener.close,
        )


def shared_state(settings: Settings, processes: int) -> SharedState:
    return SharedState(
        limiter=RateLimiter(settings.rate_limit_per_second, settings.rate_limit_burst),
        checkout_by_address=RateLimiter(
            settings.checkout_address_rate_per_second, settings.checkout_address_burst
        ),
        checkout_by_intent=RateLimiter(
            settings.checkout_intent_rate_per_second, settings.checkout_intent_burst
        ),
        metrics=RequestMetrics(processes),
    )
