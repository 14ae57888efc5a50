import asyncio

from wasl.worker.job import JobLoop


class Idle:
    name = "idle"

    def __init__(self) -> None:
        self.looks = 0

    async def run_once(self) -> float:
        self.looks += 1
        return 60.0


def test_a_loop_that_is_woken_and_told_to_stop_in_the_same_moment_stops() -> None:
    async def main() -> None:
        job = Idle()
        loop = JobLoop(job, breath_s=0)
        running = asyncio.create_task(loop.run())
        while not job.looks:  # noqa: ASYNC110
            await asyncio.sleep(0)
        for _ in range(5):
            # Into the wait for the wake-up.
            await asyncio.sleep(0)
        loop.wake()
        await asyncio.sleep(0)
        running.cancel()
        async with asyncio.timeout(5):
            await asyncio.wait([running])
        assert running.cancelled()

    asyncio.run(main())


def test_a_loop_that_is_woken_looks_again() -> None:
    async def main() -> None:
        job = Idle()
        loop = JobLoop(job, breath_s=0)
        running = asyncio.create_task(loop.run())
        for looks in (1, 2, 3):
            async with asyncio.timeout(5):
                while job.looks < looks:  # noqa: ASYNC110
                    await asyncio.sleep(0)
            loop.wake()
        running.cancel()
        await asyncio.wait([running])

    asyncio.run(main())
