"""`wasl serve` as a process of its own, reached over real HTTP."""

import json
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.support.cli import COMMAND, environment
from tests.support.http import http_client
from tests.support.processes import children_of
from tests.support.waiting import wait_for


class Server:
    """Started at once; the port it chose, unless one is given, is read from its log."""

    def __init__(
        self, database_url: str, workers: int = 2, port: int = 0, **settings: object
    ) -> None:
        self.database_url = database_url
        self.log_lines: list[str] = []
        self._folder = tempfile.TemporaryDirectory(prefix="wasl-")
        self._process = subprocess.Popen(
            [*COMMAND, "serve", "--port", str(port), "--workers", str(workers)],
            cwd=Path(self._folder.name),
            env=environment(database_url, **settings),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()
        try:
            self.url: str = wait_for(lambda: self._logged("listening"))["url"]
        except BaseException:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def workers(self) -> list[int]:
        """The processes that answer requests."""
        return children_of(self.pid)

    @contextmanager
    def only(self, worker: int) -> Iterator[None]:
        """The others stand still: who connects now is answered by this one."""
        others = [pid for pid in self.workers() if pid != worker]
        for pid in others:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in others:
                os.kill(pid, signal.SIGCONT)

    def wait_until_ready(self, within_s: float = 20) -> None:
        wait_for(self.is_ready, within_s)

    def is_ready(self) -> bool:
        assert self._process.poll() is None, "\n".join(self.log_lines)
        try:
            with http_client(self.url) as client:
                return client.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def ask_to_stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Ends the parent without a chance to pass it on; its processes notice by themselves."""
        if self._process.returncode is None:
            self._process.kill()
            self.wait()

    def wait(self, within_s: float = 40) -> int:
        """Its exit code, once it has ended and all it logged was read."""
        exit_code = self._process.wait(within_s)
        self._reader.join(within_s)
        assert not self._reader.is_alive(), "a worker process outlived the server"
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._folder.cleanup()
        return exit_code

    def stop(self) -> None:
        if self._process.returncode is None:
            self.ask_to_stop()
            exit_code = self.wait()
            assert exit_code == 0, "\n".join(self.log_lines)

    def records(self) -> list[dict[str, Any]]:
        """The log so far; a line that is no JSON object fails the test."""
        return [json.loads(line) for line in list(self.log_lines)]

    def failures(self) -> list[dict[str, Any]]:
        """Answers of 500, and processes that died."""
        events = ("request_failed", "answer_cut_off", "process_died", "process_failed")
        return [record for record in self.records() if record["event"] in events]

    def _logged(self, event: str) -> dict[str, Any] | None:
        assert self._process.poll() is None, "\n".join(self.log_lines)
        return next((record for record in self.records() if record["event"] == event), None)

    def _read_log(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.log_lines.append(line.rstrip("\n"))


@contextmanager
def started_server(
    database_url: str, workers: int = 2, port: int = 0, **settings: object
) -> Iterator[Server]:
    """Perhaps not ready yet; stopped, with exit code 0, afterwards, unless the test ended it."""
    server = Server(database_url, workers, port, **settings)
    try:
        yield server
    except BaseException:
        server.kill()
        raise
    else:
        server.stop()


@contextmanager
def running_server(
    database_url: str, workers: int = 2, port: int = 0, **settings: object
) -> Iterator[Server]:
    """Ready inside."""
    with started_server(database_url, workers, port, **settings) as server:
        server.wait_until_ready()
        yield server
