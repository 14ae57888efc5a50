"""Removes what receivers of webhooks answered long ago, in small batches."""

from datetime import UTC, datetime
from time import perf_counter
from typing import Final

import structlog

from wasl.services.remove_old_answers import RemoveOldAnswers

log = structlog.get_logger()

# After a batch the database belongs to others for this many times as long as the batch took.
_REST: Final = 9.0
_LOOK_AGAIN_S: Final = 3600.0


class RemoveAnswers:
    name = "remove_answers"

    def __init__(self, remove: RemoveOldAnswers) -> None:
        self._remove = remove

    async def run_once(self) -> float:
        started_s = perf_counter()
        removed = await self._remove(datetime.now(UTC))
        if not removed:
            return _LOOK_AGAIN_S
        log.info("answers_removed", count=removed)
        return _REST * (perf_counter() - started_s)
