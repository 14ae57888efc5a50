"""The sandbox's time: that of the machine, plus what a test moved it ahead."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

Clock = Callable[[], datetime]

# Libya keeps one time all year; the providers print their times in it.
LIBYA: Final = timezone(timedelta(hours=2))


def machine_time() -> datetime:
    return datetime.now(UTC)


class SandboxClock:
    def __init__(self, machine: Clock = machine_time) -> None:
        self._machine = machine
        self._ahead = timedelta()

    def __call__(self) -> datetime:
        return self._machine() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += timedelta(seconds=seconds)

    def clear(self) -> None:
        self._ahead = timedelta()
