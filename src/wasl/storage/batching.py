"""Requests that wait at the same moment share one statement.

There is no timer: an idle service runs a batch of one at once, in the very step of who asked. A
busy one, whose last batch had several, gathers who else asks in the same moment, and fills its
batches while the earlier ones are in flight.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

from wasl.domain.errors import ServiceUnavailable, WaslError

Item = TypeVar("Item")
Result = TypeVar("Result")

MAX_BATCH: Final = 256
MAX_IN_FLIGHT: Final = 2
MAX_WAITING: Final = 10_000


class Batcher(Generic[Item, Result]):
    """Turns a function over many items into one over a single item.

    `run_batch` answers in the order of its items; an answer may be an error of its item. When
    it fails for a reason that lies in an item, every item is tried by itself, so that one bad
    row never fails its neighbours.
    """

    def __init__(
        self,
        run_batch: Callable[[Sequence[Item]], Awaitable[Sequence[Result | WaslError]]],
        max_in_flight: int = MAX_IN_FLIGHT,
    ) -> None:
        self._run_batch = run_batch
        self._max_in_flight = max_in_flight
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._in_flight = 0
        self._last_size = 1
        # The event loop alone would not keep a task alive.
        self._drains: set[asyncio.Task[None]] = set()

    def submit(self, item: Item) -> Awaitable[Result]:
        idle = self._last_size == 1 and not self._in_flight
        return self._run_alone(item) if idle else self._line_up(item)

    def _line_up(self, item: Item) -> asyncio.Future[Result]:
        if len(self._waiting) >= MAX_WAITING:
            raise ServiceUnavailable
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._in_flight < self._max_in_flight:
            self._start_drain()
        return answer

    async def _run_alone(self, item: Item) -> Result:
        """A task and a future would be most of what an idle service adds to its database."""
        if self._in_flight:  # someone who asked later has begun earlier
            return await self._line_up(item)
        self._in_flight += 1
        try:
            [result] = await self._run_batch([item])
        finally:
            self._in_flight -= 1
            if self._waiting and self._in_flight < self._max_in_flight:
                self._start_drain()
        if isinstance(result, WaslError):
            raise result
        return result

    def _start_drain(self) -> None:
        self._in_flight += 1
        drain = asyncio.get_running_loop().create_task(self._drain())
        self._drains.add(drain)
        drain.add_done_callback(self._drains.discard)

    async def _drain(self) -> None:
        try:
            while self._waiting:
                batch = self._waiting[:MAX_BATCH]
                del self._waiting[:MAX_BATCH]
                self._last_size = len(batch)
                await self._answer(batch)
                # Their answers leave first, and who has asked meanwhile joins the next batch.
                await asyncio.sleep(0)
        finally:
            # In the same step that found nothing waiting, so that no item falls in between.
            self._in_flight -= 1

    async def _answer(self, batch: list[tuple[Item, asyncio.Future[Result]]]) -> None:
        try:
            results = await self._run_batch([item for item, _ in batch])
        except ServiceUnavailable as outage:
            _fail(batch, outage)
        except Exception as error:  # noqa: BLE001 - whatever it is, it goes to who asked
            if len(batch) == 1:
                _fail(batch, error)
                return
            for pair in batch:
                await self._answer([pair])
        else:
            for (_, answer), result in zip(batch, results, strict=True):
                if answer.done():
                    continue
                if isinstance(result, WaslError):
                    answer.set_exception(result)
                else:
                    answer.set_result(result)


def _fail(batch: list[tuple[Item, asyncio.Future[Result]]], error: Exception) -> None:
    for _, answer in batch:
        if not answer.done():
            answer.set_exception(error)
