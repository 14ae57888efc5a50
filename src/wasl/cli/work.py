"""`wasl work`: the background jobs."""

from functools import partial

import structlog

from wasl.cli.database import database
from wasl.cli.process_group import run_together
from wasl.cli.worker_process import run_worker
from wasl.config import load_settings
from wasl.log import configure_logging

log = structlog.get_logger()


def work() -> None:
    """Do the work that happens by itself: send webhooks, cancel intents whose time ran out.

    Any number of workers may run at once, on any number of machines. Stops on SIGTERM or Ctrl-C.
    """
    settings = load_settings()
    configure_logging(settings.log_level)
    with database(settings) as url:
        log.info("working")
        run_together([partial(run_worker, settings, url)])
