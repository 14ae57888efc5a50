"""The loop of a job can be woken, and can be ended, at any moment."""

import asyncio

from wasl.worker.job import JobLoop


class Idle:
    """Has nothing to do for a long time."""

    name = "idle"

    def __init__(self) -> None:
        self.looks = 0

    async def run_once(self) -> float:
        self.looks += 1
        return 60.0


async def _until(looks: int, job: Idle) -> None:
    async with asyncio.timeout(5):
        while job.looks < looks:  # noqa: ASYNC110 - it tells nobody when it looks
            await asyncio.sleep(0.01)
    # Past the breath, into the long wait.
    await asyncio.sleep(0.1)


def test_a_sleeping_job_looks_when_it_is_woken() -> None:
    async def main() -> None:
        job = Idle()
        loop = JobLoop(job)
        task = asyncio.create_task(loop.run())
        await _until(1, job)
        loop.wake()
        await _until(2, job)
        task.cancel()
        await asyncio.wait([task], timeout=5)
        assert task.cancelled()

    asyncio.run(main())


def test_a_job_that_is_woken_and_ended_at_once_ends() -> None:
    async def main() -> None:
        job = Idle()
        loop = JobLoop(job)
        task = asyncio.create_task(loop.run())
        await _until(1, job)
        loop.wake()
        task.cancel()
        await asyncio.wait([task], timeout=1)
        ended = task.cancelled()
        task.cancel()
        await asyncio.wait([task], timeout=5)
        assert ended

    asyncio.run(main())
