"""What a job is, and the loop that runs one for ever."""

import asyncio
from typing import Final, Protocol

import structlog

from wasl.domain.errors import ServiceUnavailable

log = structlog.get_logger()

_AFTER_OUTAGE_S: Final = 1.0
_AFTER_FAILURE_S: Final = 5.0


class Job(Protocol):
    name: str

    async def run_once(self) -> float:
        """Does what is due, and answers with the seconds until it should look again."""
        ...


async def run_for_ever(job: Job) -> None:
    while True:
        try:
            wait_s = await job.run_once()
        except ServiceUnavailable:
            log.warning("job_waits_for_database", job=job.name)
            wait_s = _AFTER_OUTAGE_S
        except Exception:
            log.exception("job_failed", job=job.name)
            wait_s = _AFTER_FAILURE_S
        await asyncio.sleep(wait_s)
