"""How many webhooks a worker takes and sends at once, in all and of each application."""

from collections import Counter, deque
from collections.abc import Iterator
from typing import Final
from uuid import UUID

from wasl.storage.delivery_queue import ClaimedDelivery, Room

# One application gets no more than this part of what is left free: the more receivers hang, the
# less each of them holds, and something is left for the next one that comes.
_PART_OF_FREE: Final = 8
# As many again are taken as may be sent, so that the next is at hand when one has ended. They wait
# for no longer than a try can take, and their leases are made for that.
_TAKEN_PER_SENT: Final = 2


class InFlight:
    def __init__(self, max_total: int, max_per_application: int) -> None:
        self._max_total = max_total
        self._max_per_application = max_per_application
        self._sending: Counter[UUID] = Counter()
        self._waiting: dict[UUID, deque[ClaimedDelivery]] = {}
        self._total = 0

    @property
    def total(self) -> int:
        return self._total

    def room(self) -> Room:
        """What may be taken. Each application that has anything here has that much less."""
        free = self._max_total - self._total
        most = _TAKEN_PER_SENT * self._max_per_application
        of_each = max(1, min(most, free // _PART_OF_FREE))
        taken = {
            one: count + len(self._waiting.get(one, ())) for one, count in self._sending.items()
        }
        return Room(free, of_each, {one: of_each - count for one, count in taken.items()})

    def take(self, claimed: ClaimedDelivery) -> bool:
        """Whether it is to be sent now, or waits until another of its application has ended."""
        self._total += 1
        application_id = claimed.application_id
        if self._sending[application_id] < self._max_per_application:
            self._sending[application_id] += 1
            return True
        self._waiting.setdefault(application_id, deque()).append(claimed)
        return False

    def end(self, application_id: UUID) -> ClaimedDelivery | None:
        """The one that is to be sent in its place, if any waits."""
        self._total -= 1
        waiting = self._waiting.get(application_id)
        if waiting:
            following = waiting.popleft()
            if not waiting:
                del self._waiting[application_id]
            return following
        self._sending[application_id] -= 1
        if not self._sending[application_id]:
            del self._sending[application_id]
        return None

    def give_back(self) -> Iterator[ClaimedDelivery]:
        """All that wait: they will not be sent here."""
        for waiting in self._waiting.values():
            self._total -= len(waiting)
            yield from waiting
        self._waiting.clear()
