"""Runs functions in processes of their own, replaces the ones that die, stops them together.

The parent only waits for signals: it has no event loop and no threads, so forking is safe,
and what was set up before (the listening socket, shared memory) is simply there afterwards.
"""

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from wasl.request_id import restart_for_this_process

log = structlog.get_logger()

Job = Callable[[], None]

_STOP_SIGNALS: Final = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
_WAITED_FOR: Final = _STOP_SIGNALS | {signal.SIGCHLD}
# A job that dies at once is not started again faster than this.
_RESTART_PAUSE_S: Final = 0.5


def run_together(jobs: Sequence[Job]) -> None:
    """Returns after SIGTERM, SIGINT or SIGHUP, when every process has finished its work."""
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, _WAITED_FOR)
    # Closed by the kernel when we die, however we die: the children wait for that.
    lifeline, our_end = os.pipe()
    try:
        _supervise({_start(job, lifeline, our_end): job for job in jobs}, lifeline, our_end)
    finally:
        os.close(lifeline)
        os.close(our_end)
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)


def _supervise(running: dict[int, Job], lifeline: int, our_end: int) -> None:
    stopping = False
    while running:
        if signal.sigwait(_WAITED_FOR) in _STOP_SIGNALS:
            stopping = True
            for pid in running:
                os.kill(pid, signal.SIGTERM)
        for pid, status in _ended():
            job = running.pop(pid)
            if not stopping:
                log.error("process_died", pid=pid, status=os.waitstatus_to_exitcode(status))
                time.sleep(_RESTART_PAUSE_S)
                running[_start(job, lifeline, our_end)] = job


def _ended() -> list[tuple[int, int]]:
    ended = []
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended.append((pid, status))


def _start(job: Job, lifeline: int, our_end: int) -> int:
    pid = os.fork()
    if pid:
        return pid
    exit_code = 1
    try:
        os.close(our_end)
        # A group of its own: Ctrl-C in the terminal reaches only the parent, which passes it on.
        os.setpgrp()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _WAITED_FOR)
        restart_for_this_process()
        threading.Thread(target=_stop_with_parent, args=(lifeline,), daemon=True).start()
        job()
        exit_code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(exit_code)


def _stop_with_parent(lifeline: int) -> None:
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGTERM)
