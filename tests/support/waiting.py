"""Waits for a condition, never for a time."""

import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def wait_for(
    condition: Callable[[], Result | None], within_s: float = 20, every_s: float = 0.02
) -> Result:
    """The first answer that is true. Fails when there is none in time."""
    deadline_s = time.monotonic() + within_s
    while True:
        result = condition()
        if result:
            return result
        assert time.monotonic() < deadline_s, f"not within {within_s} s: {condition}"
        time.sleep(every_s)
