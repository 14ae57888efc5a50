"""One time limit for many tasks, with one timer for all of them."""

import asyncio
from types import TracebackType
from typing import Self


class SharedTimeLimit:
    """`with limit.for_this_task():` is `asyncio.timeout` at a quarter of its cost.

    All have the same time, so the first to begin is the first whose time is over: only that one
    needs a timer.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._running: dict[_Limited, float] = {}
        self._timer: asyncio.TimerHandle | None = None

    def for_this_task(self) -> "_Limited":
        return _Limited(self)

    def begin(self, limited: "_Limited") -> None:
        loop = asyncio.get_running_loop()
        self._running[limited] = loop.time() + self.seconds
        if self._timer is None:
            self._timer = loop.call_later(self.seconds, self._stop_those_over)

    def end(self, limited: "_Limited") -> None:
        self._running.pop(limited, None)

    def _stop_those_over(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        while self._running:
            limited, ends_at_s = next(iter(self._running.items()))
            if ends_at_s > loop.time():
                self._timer = loop.call_at(ends_at_s, self._stop_those_over)
                return
            del self._running[limited]
            limited.stop()


class _Limited:
    __slots__ = ("_is_over", "_limit", "_task")

    def __init__(self, limit: SharedTimeLimit) -> None:
        self._limit = limit
        self._is_over = False

    def __enter__(self) -> Self:
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self._limit.begin(self)
        return self

    def stop(self) -> None:
        self._is_over = True
        self._task.cancel()

    def __exit__(
        self, kind: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        self._limit.end(self)
        # Whoever else cancelled the task means it to end.
        if self._is_over and self._task.uncancel() == 0 and kind is asyncio.CancelledError:
            raise TimeoutError
