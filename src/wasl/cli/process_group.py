"""Runs functions in processes of their own, replaces the ones that die, stops them together.

The parent only waits for signals: it has no event loop and no threads, so forking is safe,
and what was set up before (the listening socket, shared memory) is simply there afterwards.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

import structlog

log = structlog.get_logger()

Job = Callable[[], None]

_STOP_SIGNALS: Final = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
_WAITED_FOR: Final = _STOP_SIGNALS | {signal.SIGCHLD}

# Processes that die this soon, so many times in a row, will not get better by themselves.
_TOO_SOON_S: Final = 5.0
_GIVE_UP_AFTER: Final = 5
_RESTART_PAUSE_S: Final = 0.3


class ProcessesKeepDyingError(Exception):
    pass


def run_together(jobs: Sequence[Job], on_stop: Callable[[], None] | None = None) -> None:
    """Returns after SIGTERM, SIGINT or SIGHUP, when every process has finished its work.

    `on_stop` runs as soon as the processes are told to stop.
    """
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, _WAITED_FOR)
    group = _Group(on_stop)
    try:
        for job in jobs:
            group.start(job)
        group.supervise()
    finally:
        group.close()
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)
    if group.gave_up:
        raise ProcessesKeepDyingError("a process died again and again; the log says why")


class _Group:
    def __init__(self, on_stop: Callable[[], None] | None) -> None:
        self._on_stop = on_stop
        # Our end is closed by the kernel when we die, however we die: the children wait for that.
        self._lifeline, self._our_end = os.pipe()
        self._running: dict[int, Job] = {}
        self._stopping = False
        self._last_start_s = 0.0
        self._early_deaths = 0
        self.gave_up = False

    def start(self, job: Job) -> None:
        self._last_start_s = time.monotonic()
        pid = os.fork()
        if pid == 0:
            self._be_child(job)
        self._running[pid] = job

    def supervise(self) -> None:
        while self._running:
            if signal.sigwait(_WAITED_FOR) in _STOP_SIGNALS:
                self._stop()
            for pid, status in _ended():
                job = self._running.pop(pid)
                if not self._stopping:
                    log.error("process_died", pid=pid, status=os.waitstatus_to_exitcode(status))
                    self._replace(job)

    def close(self) -> None:
        os.close(self._lifeline)
        os.close(self._our_end)

    def _stop(self) -> None:
        self._stopping = True
        for pid in self._running:
            os.kill(pid, signal.SIGTERM)
        if self._on_stop is not None:
            self._on_stop()

    def _replace(self, job: Job) -> None:
        soon = time.monotonic() - self._last_start_s < _TOO_SOON_S
        self._early_deaths = self._early_deaths + 1 if soon else 0
        if self._early_deaths >= _GIVE_UP_AFTER:
            self.gave_up = True
            self._stop()
        else:
            time.sleep(_RESTART_PAUSE_S)
            self.start(job)

    def _be_child(self, job: Job) -> None:
        exit_code = 1
        try:
            os.close(self._our_end)
            # A group of its own: Ctrl-C in the terminal reaches only the parent.
            os.setpgrp()
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _WAITED_FOR)
            threading.Thread(target=_stop_with_parent, args=(self._lifeline,), daemon=True).start()
            job()
            exit_code = 0
        except BaseException:  # a child must never return into the parent's code
            log.exception("process_failed")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(exit_code)


def _ended() -> list[tuple[int, int]]:
    ended: list[tuple[int, int]] = []
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended.append((pid, status))


def _stop_with_parent(lifeline: int) -> None:
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGTERM)
