"""How long to sleep before a due time."""

from datetime import UTC, datetime
from typing import Final

# Woken for everything that comes sooner, a job looks by itself this often in case it was not.
_LOOK_AGAIN_S: Final = 60.0
# Work that is overdue and was not there to claim is in another worker's hands.
_SHORTEST_S: Final = 0.2


def seconds_until(due: datetime | None) -> float:
    if due is None:
        return _LOOK_AGAIN_S
    until_due_s = (due - datetime.now(UTC)).total_seconds()
    return min(max(until_due_s, _SHORTEST_S), _LOOK_AGAIN_S)
