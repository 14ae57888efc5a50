"""`wasl work`, and a customer's request, as processes of their own."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.cli import COMMAND, environment
from tests.support.processes import children_of
from tests.support.waiting import wait_for

REPOSITORY = Path(__file__).parents[2]


class Worker:
    """Started at once, in an empty folder; its log is read as it is written."""

    def __init__(self, database_url: str, **settings: object) -> None:
        self.log_lines: list[str] = []
        self._folder = tempfile.TemporaryDirectory(prefix="wasl-")
        self._process = subprocess.Popen(
            [*COMMAND, "work"],
            cwd=self._folder.name,
            env=environment(database_url, **settings),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()

    def records(self, event: str) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in list(self.log_lines)]
        return [line for line in lines if line["event"] == event]

    def wait_until_working(self) -> None:
        wait_for(lambda: self.records("working") and children_of(self._process.pid))

    def kill_job_process(self) -> None:
        """kill -9 of the process that does the work, not of the one that watches over it."""
        (pid,) = children_of(self._process.pid)
        os.kill(pid, signal.SIGKILL)

    def stop(self) -> None:
        self._process.terminate()
        exit_code = self._process.wait(60)
        self._reader.join(30)
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._folder.cleanup()
        assert exit_code == 0, "\n".join(self.log_lines)

    def _read_log(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.log_lines.append(line.rstrip("\n"))


@contextmanager
def running_workers(
    count: int, database_url: str, sandbox_url: str | None = None, **settings: object
) -> Iterator[list[Worker]]:
    workers = [Worker(database_url, sandbox_url=sandbox_url, **settings) for _ in range(count)]
    try:
        for worker in workers:
            worker.wait_until_working()
        yield workers
    finally:
        for worker in workers:
            worker.stop()


def submit_code_in_a_process(
    database_url: str, sandbox_url: str, attempt_id: str, code: str, seconds_ago: int
) -> subprocess.Popen[str]:
    """Runs the real service, as a server does for a customer who sent a code a while ago."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.engine.submit_code"),
            *(attempt_id, code, str(seconds_ago)),
        ],
        cwd=REPOSITORY,
        env=environment(database_url, sandbox_url=sandbox_url),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
