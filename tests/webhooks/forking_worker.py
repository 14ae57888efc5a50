"""`python -m tests.webhooks.forking_worker`: starts a worker process for every line it reads.

It has everything imported, so that a worker that was killed is replaced in no time. The process
group of `wasl work` would give up on one that dies as often as tests want it to.
"""

import os
import sys

import asyncpg  # noqa: F401 - imported before the first worker is asked for
import uvloop  # noqa: F401

from wasl.cli.worker_process import run_worker
from wasl.config import load_settings
from wasl.log import configure_logging


def main() -> None:
    settings = load_settings()
    configure_logging("error")
    assert settings.database_url is not None
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            run_worker(settings, settings.database_url)
            os._exit(0)
        print(pid, flush=True)
        os.waitpid(pid, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
