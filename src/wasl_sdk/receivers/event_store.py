"""Where received events are kept until their work is done, and remembered afterwards.

An event is written down before it is acknowledged, and crossed off after its work. Whatever dies in
between, it is still there to be done: remembering only the `id` would lose it.
"""

import threading
import time
from typing import Protocol

from wasl_sdk.webhook import WebhookEvent


class EventStore(Protocol):
    """Called from several threads, and by several processes if they share it."""

    def keep(self, event: WebhookEvent) -> bool:
        """Writes it down, durably. False if its id is known already, done or not."""

    def claim(self) -> WebhookEvent | None:
        """One that is to be done now, and from now on for nobody else until a while has passed.

        Should the work fail, or whoever does it die, it is to be done again after that while.
        """

    def finish(self, event: WebhookEvent) -> None:
        """Its work is done. The id stays known."""


class MemoryEventStore:
    """For tests: forgets everything when the process ends."""

    def __init__(self, retry_after_s: float = 60.0) -> None:
        self._retry_after_s = retry_after_s
        self._lock = threading.Lock()
        self._known: set[str] = set()
        self._due_at_s: dict[WebhookEvent, float] = {}

    def keep(self, event: WebhookEvent) -> bool:
        with self._lock:
            if event.id in self._known:
                return False
            self._known.add(event.id)
            self._due_at_s[event] = 0.0
            return True

    def claim(self) -> WebhookEvent | None:
        with self._lock:
            now_s = time.monotonic()
            for event, due_at_s in self._due_at_s.items():
                if due_at_s <= now_s:
                    self._due_at_s[event] = now_s + self._retry_after_s
                    return event
            return None

    def finish(self, event: WebhookEvent) -> None:
        with self._lock:
            self._due_at_s.pop(event, None)
