"""Runs an application for one request: in the step that read it, without a task of its own.

A task begins in the event loop's next round, and is made, counted and forgotten for every
request; most requests wait once, for the database. What needs a task (time limits, groups of
tasks) starts one: `in_own_task`.
"""

import asyncio
from collections.abc import Awaitable, Generator
from contextvars import Context, copy_context
from typing import Any

from wasl.web.asgi_types import ASGIApp, Receive, Scope, Send


class Run:
    """Whatever an application awaits ends in a future: a run goes from one to the next."""

    __slots__ = ("_context", "_steps", "_waits_for")

    _context: Context
    _steps: Generator[Any, None, None]
    _waits_for: asyncio.Future[Any] | None

    def start(self) -> None:
        self._waits_for = None
        self._context = copy_context()
        self._context.run(self._first_step)

    def cancel(self, msg: str | None = None) -> None:
        """What is awaited is canceled, and the application hears of it where it stands."""
        if self._waits_for is not None:
            self._waits_for.cancel(msg)

    def begin(self) -> Awaitable[None]:
        """What runs, called in the run's own context."""
        raise NotImplementedError

    def ended(self, error: BaseException | None) -> None:
        raise NotImplementedError

    def _first_step(self) -> None:
        try:
            self._steps = self.begin().__await__()
        except Exception as error:  # noqa: BLE001 - told to who runs it
            self.ended(error)
        else:
            self._step()

    def _step(self, _done: object = None) -> None:
        try:
            awaited = self._steps.send(None)
        except StopIteration:
            self.ended(None)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - told to who runs it
            self.ended(error)
        else:
            self._waits_for = awaited
            if awaited is None:  # a plain `sleep(0)`
                asyncio.get_running_loop().call_soon(self._step, context=self._context)
            else:
                awaited.add_done_callback(self._step, context=self._context)


def in_own_task(app: ASGIApp) -> ASGIApp:
    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.get_running_loop().create_task(_as_coroutine(app(scope, receive, send)))

    return run


async def _as_coroutine(awaitable: Awaitable[None]) -> None:
    await awaitable
