"""Ends tasks for certain."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

_ASK_AGAIN_AFTER_S: Final = 0.5


async def end_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancels them until they are done: a cancellation can be lost on its way.

    A library that catches it while it tidies up, or an error in doing so, takes its place.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_ASK_AGAIN_AFTER_S)
