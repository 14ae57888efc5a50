"""A PostgreSQL for tests, which they may crash."""

import itertools
import os
import shutil
import signal
import tempfile
from pathlib import Path

from tests.support.cli import run_wasl
from tests.support.database import connected
from tests.support.waiting import wait_for
from wasl.storage.embedded import EmbeddedPostgres

_MIGRATED = "migrated"


class Postgres:
    """Runs in a folder of its own, removed at the end."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="wasl-"))
        self._embedded = EmbeddedPostgres(self._folder / "data")
        self._numbers = itertools.count(1)
        self.url = self._embedded.start()

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test_{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name}")
        return self._url_of(name)

    def new_migrated_database(self) -> str:
        if not self._execute(f"SELECT 1 FROM pg_database WHERE datname = '{_MIGRATED}'"):
            self._execute(f"CREATE DATABASE {_MIGRATED}")
            done = run_wasl("migrate", database_url=self._url_of(_MIGRATED))
            assert done.returncode == 0, done.stderr
        name = f"test_{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {_MIGRATED}")
        return self._url_of(name)

    def crash(self) -> None:
        """Every process of it ends at once: nothing is flushed, and recovery follows."""
        pid_file = self._folder / "data" / "postgres" / "postmaster.pid"
        os.kill(int(pid_file.read_text().splitlines()[0]), signal.SIGQUIT)
        wait_for(lambda: not pid_file.exists())
        self._embedded.stop()

    def restart(self) -> None:
        self._embedded.start()

    def remove(self) -> None:
        self._embedded.stop()
        shutil.rmtree(self._folder)

    def _url_of(self, name: str) -> str:
        return self.url.replace("/postgres?", f"/{name}?")

    def _execute(self, sql: str) -> bool:
        with connected(self.url) as database:
            return bool(database.fetch(sql))
