"""Many tasks share a time limit: each is stopped at its own time, and by nothing else."""

import asyncio
import time

import pytest

from wasl.shared_time_limit import SharedTimeLimit

NEVER_S = 60.0


async def wait_within(limit: SharedTimeLimit, seconds: float) -> float:
    """How long it took, however it ended."""
    loop = asyncio.get_running_loop()
    started_s = loop.time()
    try:
        with limit.for_this_task():
            await asyncio.sleep(seconds)
    except TimeoutError:
        return loop.time() - started_s
    return seconds


def test_what_ends_in_time_is_left_alone() -> None:
    async def many() -> list[float]:
        limit = SharedTimeLimit(0.3)
        return await asyncio.gather(*(wait_within(limit, n / 100) for n in range(10)))

    assert asyncio.run(many()) == [n / 100 for n in range(10)]


def test_each_has_its_own_time_from_its_own_beginning() -> None:
    async def one_after_another() -> list[float]:
        limit = SharedTimeLimit(0.2)
        tasks = []
        for _ in range(4):
            tasks.append(asyncio.create_task(wait_within(limit, NEVER_S)))
            await asyncio.sleep(0.1)
        return await asyncio.gather(*tasks)

    took_s = asyncio.run(one_after_another())
    assert all(0.19 < one < 5 for one in took_s)


def test_one_that_hangs_is_stopped_while_others_come_and_go() -> None:
    async def beside_others() -> float:
        limit = SharedTimeLimit(0.2)
        hanging = asyncio.create_task(wait_within(limit, NEVER_S))
        while not hanging.done():
            assert await wait_within(limit, 0.01) == 0.01
        return hanging.result()

    assert 0.19 < asyncio.run(beside_others()) < 5


def test_the_limit_works_again_after_a_time_without_tasks() -> None:
    async def twice() -> list[float]:
        limit = SharedTimeLimit(0.1)
        first = await wait_within(limit, NEVER_S)
        await asyncio.sleep(0.2)
        return [first, await wait_within(limit, NEVER_S)]

    assert all(0.09 < one < 5 for one in asyncio.run(twice()))


def test_a_task_that_is_cancelled_by_another_is_cancelled() -> None:
    async def cancelled() -> None:
        task = asyncio.create_task(wait_within(SharedTimeLimit(NEVER_S), NEVER_S))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_a_cancellation_at_the_moment_the_time_is_over_is_not_lost() -> None:
    async def cancelled() -> None:
        limit = SharedTimeLimit(0.05)
        task = asyncio.create_task(wait_within(limit, NEVER_S))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.05, task.cancel)
        # The loop stands still until both are due: then the task gets to know of them together.
        time.sleep(0.1)  # noqa: ASYNC251
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_an_error_stays_that_error() -> None:
    async def fails() -> None:
        with SharedTimeLimit(NEVER_S).for_this_task():
            raise OSError

    with pytest.raises(OSError):  # noqa: PT011
        asyncio.run(fails())
