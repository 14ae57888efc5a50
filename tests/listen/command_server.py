"""`python -m tests.listen.command_server`: runs a `wasl` command for every line it reads.

It has everything imported, so that a command which a test kills again and again is there at once.
Each runs in a process of its own, as if started from a shell; another one waits for its end and
writes down the exit code, so that nothing is asked of this process meanwhile.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

import wasl.cli
import wasl.cli.listen_loop
import wasl.cli.trigger_loop


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _watch(**json.loads(line))


def _watch(arguments: list[str], variables: dict[str, str], output: str) -> NoReturn:
    pid = os.fork()
    if pid == 0:
        _run(arguments, variables, output)
    _write(f"{output}.pid", pid)
    _, status = os.waitpid(pid, 0)
    _write(f"{output}.exit", os.waitstatus_to_exitcode(status))
    os._exit(0)


def _run(arguments: list[str], variables: dict[str, str], output: str) -> NoReturn:
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = open(0)  # noqa: SIM115 - until the process ends
    os.environ.update(variables)
    sys.argv = ["wasl", *arguments]
    exit_code: int | str | None = 1
    try:
        wasl.cli.main()
    except SystemExit as end:
        exit_code = end.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(exit_code if isinstance(exit_code, int) else 0 if exit_code is None else 1)


def _write(path: str, number: int) -> None:
    """Whole, or not there yet."""
    unfinished = Path(f"{path}.unfinished")
    unfinished.write_text(str(number))
    unfinished.replace(path)


if __name__ == "__main__":
    main()
