import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import pytest

from wasl.domain.errors import PaymentIntentNotFound, ServiceUnavailable, WaslError
from wasl.storage.batching import MAX_BATCH, MAX_IN_FLIGHT, MAX_WAITING, Batcher

Result = TypeVar("Result")


def run(main: Callable[[], Awaitable[Result]]) -> Result:
    async def within_time() -> Result:
        async with asyncio.timeout(5):
            return await main()

    return asyncio.run(within_time())


class Doubling:
    """Doubles numbers, but not before it is let go; remembers how it was called."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.let_go = asyncio.Event()

    async def __call__(self, items: Sequence[int]) -> Sequence[int | WaslError]:
        self.batches.append(list(items))
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        await self.let_go.wait()
        self.in_flight -= 1
        return [item * 2 for item in items]


async def until_idle() -> None:
    """Everything that can go on without being let go has gone on."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_an_idle_batcher_runs_a_batch_of_one_at_once() -> None:
    async def main() -> None:
        double = Doubling()
        double.let_go.set()
        assert await Batcher(double).submit(21) == 42
        assert double.batches == [[21]]

    run(main)


def test_each_gets_the_answer_to_its_own_item() -> None:
    async def main() -> None:
        double = Doubling()
        double.let_go.set()
        batcher = Batcher(double)
        items = list(range(3 * MAX_BATCH))
        assert await asyncio.gather(*map(batcher.submit, items)) == [2 * i for i in items]

    run(main)


def test_items_that_wait_meanwhile_share_a_batch() -> None:
    async def main() -> None:
        double = Doubling()
        batcher = Batcher(double)
        answers = []
        for first in range(MAX_IN_FLIGHT):
            answers.append(asyncio.ensure_future(batcher.submit(first)))
            await until_idle()
        answers += [asyncio.ensure_future(batcher.submit(item)) for item in range(100, 150)]
        await until_idle()
        assert double.batches == [[0], [1]]
        double.let_go.set()
        await asyncio.gather(*answers)
        assert double.batches[2:] == [list(range(100, 150))]

    run(main)


def test_a_busy_batcher_waits_for_who_else_asks_in_this_moment() -> None:
    batches = []

    async def note(items: Sequence[int]) -> Sequence[int | WaslError]:
        batches.append(list(items))
        await asyncio.sleep(0)
        return items

    async def main() -> None:
        batcher = Batcher(note)
        await asyncio.gather(*map(batcher.submit, range(10)))
        assert batches == [[0], list(range(1, 10))]
        await asyncio.gather(*map(batcher.submit, range(10)))
        assert batches[2:] == [list(range(10))]

    run(main)


def test_who_was_answered_and_asks_again_joins_who_waits_already() -> None:
    async def main() -> None:
        double = Doubling()
        batcher = Batcher(double, max_in_flight=1)

        async def ask(item: int, times: int) -> None:
            for _ in range(times):
                await batcher.submit(item)

        busy = asyncio.gather(*map(batcher.submit, range(10)))
        await until_idle()
        double.let_go.set()
        await busy
        double.batches.clear()
        double.let_go.clear()
        asking = [asyncio.ensure_future(ask(item, times=2)) for item in (1, 2)]
        await until_idle()
        asking += [asyncio.ensure_future(ask(item, times=1)) for item in (3, 4)]
        await until_idle()
        double.let_go.set()
        await asyncio.gather(*asking)
        assert double.batches == [[1, 2], [3, 4, 1, 2]]

    run(main)


def test_a_batcher_that_is_idle_again_keeps_nobody_waiting() -> None:
    async def main() -> None:
        double = Doubling()
        double.let_go.set()
        batcher = Batcher(double)
        await asyncio.gather(*map(batcher.submit, range(10)))
        await batcher.submit(1)
        # Nothing to wait for: one step, and it is answered.
        with pytest.raises(StopIteration) as answered:
            next(batcher.submit(21).__await__())
        assert answered.value.value == 42

    run(main)


def test_who_asked_earlier_and_begins_later_waits_for_who_began() -> None:
    async def main() -> None:
        double = Doubling()
        batcher = Batcher(double, max_in_flight=1)
        asked = [batcher.submit(number) for number in range(3)]
        answers = asyncio.gather(*reversed(asked))
        await until_idle()
        assert double.in_flight == 1
        double.let_go.set()
        assert await answers == [4, 2, 0]

    run(main)


@pytest.mark.parametrize("in_flight", [1, MAX_IN_FLIGHT])
def test_no_batch_is_larger_and_no_more_are_in_flight_than_the_limit(in_flight: int) -> None:
    async def main() -> None:
        double = Doubling()
        batcher = Batcher(double, in_flight)
        answers = asyncio.gather(*map(batcher.submit, range(5 * MAX_BATCH + 1)))
        await until_idle()
        assert double.in_flight == in_flight
        double.let_go.set()
        await answers
        assert double.most_in_flight == in_flight
        assert [len(batch) for batch in double.batches] == [1] + [MAX_BATCH] * 5

    run(main)


def test_who_asks_again_on_being_answered_is_not_forgotten() -> None:
    """Both batches end in the same instant, and an answer leads to the next question."""

    async def main() -> None:
        double = Doubling()
        batcher = Batcher(double)

        async def ask_twice(item: int) -> int:
            return await batcher.submit(await batcher.submit(item))

        twice = asyncio.create_task(ask_twice(1))
        await until_idle()
        once = asyncio.ensure_future(batcher.submit(10))
        await until_idle()
        assert double.batches == [[1], [10]]
        double.let_go.set()
        assert [await twice, await once] == [4, 20]

    run(main)


def test_one_bad_item_fails_alone() -> None:
    async def refuse_seven(items: Sequence[int]) -> Sequence[int | WaslError]:
        if 7 in items:
            raise ValueError("seven")
        return items

    async def main() -> None:
        batcher = Batcher(refuse_seven)
        answers = await asyncio.gather(*map(batcher.submit, range(20)), return_exceptions=True)
        assert isinstance(answers.pop(7), ValueError)
        assert answers == [item for item in range(20) if item != 7]

    run(main)


def test_an_answer_may_be_an_error_of_its_item() -> None:
    async def find_even(items: Sequence[int]) -> Sequence[int | WaslError]:
        return [PaymentIntentNotFound() if item % 2 else item for item in items]

    async def main() -> None:
        answers = await asyncio.gather(
            *map(Batcher(find_even).submit, range(4)), return_exceptions=True
        )
        assert answers[::2] == [0, 2]
        assert all(isinstance(answer, PaymentIntentNotFound) for answer in answers[1::2])

    run(main)


def test_an_outage_fails_the_whole_batch_at_once() -> None:
    calls = []

    async def away(items: Sequence[int]) -> Sequence[int | WaslError]:
        calls.append(items)
        await asyncio.sleep(0)
        raise ServiceUnavailable

    async def main() -> None:
        batcher = Batcher(away)
        answers = await asyncio.gather(*map(batcher.submit, range(20)), return_exceptions=True)
        assert all(isinstance(answer, ServiceUnavailable) for answer in answers)
        # Nobody was tried by themselves after it: the first had found nobody else there.
        assert [len(call) for call in calls] == [1, 19]

    run(main)


def test_it_goes_on_after_a_failure() -> None:
    outages = [ServiceUnavailable()]

    async def sometimes(items: Sequence[int]) -> Sequence[int | WaslError]:
        if outages:
            raise outages.pop()
        return items

    async def main() -> None:
        batcher = Batcher(sometimes)
        with pytest.raises(ServiceUnavailable):
            await batcher.submit(1)
        assert await batcher.submit(1) == 1

    run(main)


@pytest.mark.parametrize("gives_up", [0, 3])
def test_who_gives_up_waiting_harms_nobody(gives_up: int) -> None:
    async def main() -> None:
        double = Doubling()
        batcher = Batcher(double)
        answers = [asyncio.ensure_future(batcher.submit(item)) for item in range(10)]
        await until_idle()
        answers[gives_up].cancel()
        double.let_go.set()
        del answers[gives_up]
        rest = [2 * item for item in range(10) if item != gives_up]
        assert await asyncio.gather(*answers) == rest
        assert await batcher.submit(21) == 42

    run(main)


def test_who_waits_behind_one_that_fails_alone_is_answered() -> None:
    let_go = asyncio.Event()

    async def refuse_the_first(items: Sequence[int]) -> Sequence[int | WaslError]:
        await let_go.wait()
        if items == [0]:
            raise ValueError("the first")
        return items

    async def main() -> None:
        batcher = Batcher(refuse_the_first)
        answers = asyncio.gather(*map(batcher.submit, range(600)), return_exceptions=True)
        await until_idle()
        let_go.set()
        first, *others = await answers
        assert isinstance(first, ValueError)
        assert others == list(range(1, 600))

    run(main)


def test_beyond_the_limit_of_waiting_items_new_ones_are_refused() -> None:
    async def main() -> None:
        double = Doubling()
        batcher = Batcher(double)
        # One runs at once, and so many wait behind it.
        count = 1 + MAX_WAITING
        asked = asyncio.gather(*map(batcher.submit, range(count + 1)), return_exceptions=True)
        await until_idle()
        double.let_go.set()
        *answers, refused = await asked
        assert answers == [2 * item for item in range(count)]
        assert isinstance(refused, ServiceUnavailable)
        assert await batcher.submit(1) == 2

    run(main)
