"""Wait until an application has something new to tell its listeners."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from wasl.domain.errors import TooManyListeners

# In each process.
MAX_WAITING_PER_APPLICATION: Final = 10


class AwaitEvents:
    """`ring` is called for new events and for changed credentials alike: who waits looks again."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, list[asyncio.Event]] = defaultdict(list)
        self.is_over = False

    @contextmanager
    def waiting(self, application_id: UUID) -> Iterator[asyncio.Event]:
        """Entered before looking: what comes in between rings as well."""
        key = str(application_id)
        if len(self._waiting[key]) >= MAX_WAITING_PER_APPLICATION:
            raise TooManyListeners(MAX_WAITING_PER_APPLICATION)
        bell = asyncio.Event()
        self._waiting[key].append(bell)
        try:
            yield bell
        finally:
            self._waiting[key].remove(bell)
            if not self._waiting[key]:
                del self._waiting[key]

    def ring(self, application_id: str) -> None:
        for bell in self._waiting.get(application_id, ()):
            bell.set()

    def ring_all(self) -> None:
        for bells in self._waiting.values():
            for bell in bells:
                bell.set()

    def end(self) -> None:
        """The process stops: nobody waits any longer."""
        self.is_over = True
        self.ring_all()
