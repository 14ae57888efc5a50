"""Wasl as a newcomer gets it: a clone in an empty folder, an empty home, the README's command."""

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.support.waiting import wait_for

ROOT = Path(__file__).parents[2]
# Installing and the first start of the database included.
_READY_WITHIN_S = 600
_STOPPED_WITHIN_S = 60


def first_command() -> list[str]:
    """The first one that the README shows."""
    [command] = re.findall(r"```sh\n(.*?)\n```", (ROOT / "README.md").read_text(), re.DOTALL)[:1]
    return shlex.split(command)


class Newcomer:
    """What is running, and what it printed."""

    def __init__(self, folder: Path) -> None:
        self.clone = folder / "wasl"
        self.output = folder / "output"
        self._home = folder / "home"
        self._home.mkdir()
        subprocess.run(
            ["git", "clone", "--quiet", f"file://{ROOT}", str(self.clone)], check=True, timeout=120
        )

    def start(self) -> None:
        # Like a terminal: a group of processes of its own, to which Ctrl-C is sent.
        with self.output.open("w") as output:
            self._process = subprocess.Popen(
                first_command(),
                cwd=self.clone,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        wait_for(self._is_ready, within_s=_READY_WITHIN_S)

    def _environment(self) -> dict[str, str]:
        """Nothing of ours but the way to programs, and to packages where that has to be told."""
        kept = ("PATH", "LANG", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name in kept or name.startswith("PIP_") or name.lower().endswith("_proxy")
        }
        path = os.pathsep.join(
            part
            for part in inherited["PATH"].split(os.pathsep)
            if not Path(part).is_relative_to(ROOT)
        )
        return inherited | {"HOME": str(self._home), "PATH": path}

    def _is_ready(self) -> bool:
        printed = self.output.read_text()
        assert self._process.poll() is None, printed
        return "Ctrl-C stops everything" in printed

    def printed(self, label: str) -> str:
        """What stands behind a label of the list."""
        [value] = re.findall(rf"^  {label} +(\S.*)$", self.output.read_text(), re.MULTILINE)
        return str(value)

    def stop(self) -> None:
        """Ctrl-C."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGINT)
            self._process.wait(_STOPPED_WITHIN_S)

    def left_running(self) -> list[str]:
        """Every process that has to do with the clone."""
        return [
            " ".join(command)
            for process in psutil.process_iter(["cmdline", "cwd"])
            if (command := process.info["cmdline"] or [])
            and (
                any(str(self.clone) in part for part in command)
                or (process.info["cwd"] or "").startswith(str(self.clone))
            )
        ]


@contextmanager
def newcomer(folder: Path) -> Iterator[Newcomer]:
    arrived = Newcomer(folder)
    arrived.start()
    try:
        yield arrived
    finally:
        arrived.stop()
