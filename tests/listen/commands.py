"""`wasl` commands, started in no time, to be watched and killed."""

import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.engine.processes import REPOSITORY
from tests.support.cli import environment
from tests.support.waiting import wait_for


class Command:
    def __init__(self, output: Path) -> None:
        self._output = output
        self._pid = int(wait_for(lambda: self._number("pid")))

    def output(self) -> str:
        return self._output.read_text() if self._output.exists() else ""

    def wait_until_said(self, words: str, times: int = 1) -> None:
        wait_for(lambda: self.output().count(words) >= times or self._has_ended_without(words))

    def send(self, how: signal.Signals) -> None:
        os.kill(self._pid, how)

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Its exit code; minus the signal, where that killed it."""
        if self._number("exit") is None:
            self.send(how)
        return self.wait()

    def wait(self, within_s: float = 20) -> int:
        return int(wait_for(lambda: self._number("exit"), within_s))

    def _has_ended_without(self, words: str) -> bool:
        assert self._number("exit") is None or words in self.output(), self.output()
        return False

    def _number(self, name: str) -> str | None:
        path = Path(f"{self._output}.{name}")
        return path.read_text() if path.exists() else None


class Commands:
    """All of one test, on one state folder: what one leaves there, the next one finds."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self._process = process
        self._folder = folder
        self._numbers = itertools.count(1)
        self._started: list[Command] = []

    def start(self, *arguments: str, token: str | None = None) -> Command:
        output = self._folder / f"{next(self._numbers)}.out"
        variables = {"XDG_STATE_HOME": str(self._folder / "state")}
        if token is not None:
            variables["WASL_ACCESS_TOKEN"] = token
        asked = {"arguments": arguments, "variables": variables, "output": str(output)}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        self._started.append(Command(output))
        return self._started[-1]

    def run(self, *arguments: str, token: str | None = None) -> tuple[int, str]:
        command = self.start(*arguments, token=token)
        return command.wait(30), command.output()

    def kill_all(self) -> None:
        for command in self._started:
            command.end(signal.SIGKILL)


@contextmanager
def command_server() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.listen.command_server"],
        cwd=REPOSITORY,
        env=environment(None),
        stdin=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.communicate(timeout=20)
