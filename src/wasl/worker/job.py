"""What a job is, and the loop that runs one for ever."""

import asyncio
from contextlib import suppress
from typing import Final, Protocol

import structlog

from wasl.domain.errors import ServiceUnavailable

log = structlog.get_logger()

_AFTER_OUTAGE_S: Final = 1.0
_AFTER_FAILURE_S: Final = 5.0
# Many wake-ups at once become one look.
_BREATH_S: Final = 0.05


class Job(Protocol):
    name: str

    async def run_once(self) -> float:
        """Does what is due, and answers with the seconds until it should look again."""
        ...


class JobLoop:
    """Sleeps until the time the job named, or until it is woken because something came sooner."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._woken = asyncio.Event()

    @property
    def name(self) -> str:
        return self._job.name

    def wake(self) -> None:
        self._woken.set()

    async def run(self) -> None:
        while True:
            self._woken.clear()
            wait_s = await self._attempt()
            breath_s = min(wait_s, _BREATH_S)
            await asyncio.sleep(breath_s)
            # Not `wait_for`: when woken and cancelled at once, Python 3.11's forgets the latter.
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s - breath_s):
                    await self._woken.wait()

    async def _attempt(self) -> float:
        try:
            return await self._job.run_once()
        except ServiceUnavailable:
            log.warning("job_waits_for_database", job=self._job.name)
            return _AFTER_OUTAGE_S
        except Exception:
            log.exception("job_failed", job=self._job.name)
            return _AFTER_FAILURE_S
