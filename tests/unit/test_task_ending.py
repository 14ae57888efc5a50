"""Tasks end, even those that lose a cancellation on the way."""

import asyncio
from contextlib import suppress

from wasl.task_ending import end_all


def test_all_tasks_are_done_afterwards() -> None:
    async def stubborn() -> None:
        for _ in range(2):
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)
        await asyncio.sleep(60)

    async def failing() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            raise ConnectionError("while tidying up")

    async def main() -> None:
        tasks = [asyncio.create_task(work()) for work in (stubborn, failing)]
        await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await end_all(tasks)
        assert [task.cancelled() for task in tasks] == [True, False]
        assert isinstance(tasks[1].exception(), ConnectionError)

    asyncio.run(main())


def test_nothing_to_end_is_no_error() -> None:
    asyncio.run(end_all([]))
