"""How many webhooks may be on their way at once, in all and to each application."""

from collections import Counter
from typing import Final
from uuid import UUID

from wasl.storage.delivery_queue import Room

# One application gets no more than this part of what is left free: the more receivers hang, the
# less each of them holds, and something is left for the next one that comes.
_PART_OF_FREE: Final = 8


class InFlight:
    def __init__(self, max_total: int, max_per_application: int) -> None:
        self._max_total = max_total
        self._max_per_application = max_per_application
        self._counts: Counter[UUID] = Counter()
        self.total = 0

    def add(self, application_id: UUID) -> None:
        self._counts[application_id] += 1
        self.total += 1

    def remove(self, application_id: UUID) -> None:
        self.total -= 1
        self._counts[application_id] -= 1
        if not self._counts[application_id]:
            del self._counts[application_id]

    def room(self) -> Room:
        free = self._max_total - self.total
        of_each = max(1, min(self._max_per_application, free // _PART_OF_FREE))
        return Room(free, of_each, {one: of_each - count for one, count in self._counts.items()})
