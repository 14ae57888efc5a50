import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import partial
from typing import Any

import pytest

from wasl.web.asgi_types import Receive, Scope, Send
from wasl.web.request_run import Run, in_own_task

told: ContextVar[str] = ContextVar("told")


class Noted(Run):
    """Keeps how it ended."""

    __slots__ = ("_answer", "end")

    def __init__(self, answer: Callable[[], Awaitable[None]]) -> None:
        self._answer = answer
        self.end: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()

    def begin(self) -> Awaitable[None]:
        return self._answer()

    def ended(self, error: BaseException | None) -> None:
        self.end.set_result(error)


def run(main: Callable[[], Awaitable[None]]) -> None:
    async def within_time() -> None:
        async with asyncio.timeout(5):
            await main()

    asyncio.run(within_time())


def test_what_waits_for_nothing_is_done_when_start_returns() -> None:
    async def main() -> None:
        steps = []

        async def answer() -> None:
            steps.append("answered")

        noted = Noted(answer)
        noted.start()
        assert steps == ["answered"]
        assert noted.end.result() is None

    run(main)


def test_it_goes_on_when_what_it_waits_for_is_there() -> None:
    async def main() -> None:
        asked: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        answers: list[object] = []

        async def answer() -> None:
            answers.append(await asked)
            await asyncio.sleep(0)
            answers.append(await asyncio.gather(asyncio.sleep(0, 2), asyncio.sleep(0, 3)))

        noted = Noted(answer)
        noted.start()
        assert answers == []
        asked.set_result(1)
        assert await noted.end is None
        assert answers == [1, [2, 3]]

    run(main)


@pytest.mark.parametrize("waits_first", [True, False])
def test_an_error_is_told_to_who_runs_it(waits_first: bool) -> None:
    async def main() -> None:
        async def answer() -> None:
            if waits_first:
                await asyncio.sleep(0)
            raise ValueError("broken")

        noted = Noted(answer)
        noted.start()
        assert isinstance(await noted.end, ValueError)

    run(main)


def test_what_fails_before_there_is_anything_to_wait_for_is_told_as_well() -> None:
    async def main() -> None:
        def answer() -> Awaitable[None]:
            raise ValueError("broken")

        noted = Noted(answer)
        noted.start()
        assert isinstance(await noted.end, ValueError)

    run(main)


def test_an_error_of_what_it_waits_for_can_be_handled() -> None:
    async def main() -> None:
        asked: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        handled = []

        async def answer() -> None:
            try:
                await asked
            except ValueError as error:
                handled.append(str(error))

        noted = Noted(answer)
        noted.start()
        asked.set_exception(ValueError("broken"))
        assert await noted.end is None
        assert handled == ["broken"]

    run(main)


def test_a_cancel_arrives_where_it_waits() -> None:
    async def main() -> None:
        put_away = []

        async def answer() -> None:
            try:
                await asyncio.get_running_loop().create_future()
            finally:
                put_away.append(True)

        noted = Noted(answer)
        noted.start()
        noted.cancel("the service stops")
        assert isinstance(await noted.end, asyncio.CancelledError)
        assert put_away == [True]

    run(main)


def test_each_has_a_context_of_its_own() -> None:
    async def main() -> None:
        seen = []

        async def answer(name: str) -> None:
            told.set(name)
            await asyncio.sleep(0)
            seen.append(told.get())

        both = [Noted(partial(answer, name)) for name in ("first", "second")]
        for noted in both:
            noted.start()
        for noted in both:
            assert await noted.end is None
        assert seen == ["first", "second"]
        assert told.get("nobody") == "nobody"

    run(main)


async def _nothing(*_given: Any) -> Any:
    raise AssertionError("not to be called")


def test_what_needs_a_task_gets_one() -> None:
    async def main() -> None:
        async def with_a_limit(_scope: Scope, _receive: Receive, _send: Send) -> None:
            async with asyncio.timeout(1):
                await asyncio.sleep(0)
            raise ValueError(told.get())

        def plain_function(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
            return with_a_limit(scope, receive, send)

        async def answer() -> None:
            told.set("of the request")
            await in_own_task(plain_function)({}, _nothing, _nothing)

        noted = Noted(answer)
        noted.start()
        error = await noted.end
        assert isinstance(error, ValueError)
        assert str(error) == "of the request"

    run(main)


def test_a_cancel_reaches_into_the_task() -> None:
    async def main() -> None:
        canceled = []

        async def forever(_scope: Scope, _receive: Receive, _send: Send) -> None:
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                canceled.append(True)
                raise

        noted = Noted(partial(in_own_task(forever), {}, _nothing, _nothing))
        noted.start()
        await asyncio.sleep(0)
        noted.cancel()
        assert isinstance(await noted.end, asyncio.CancelledError)
        assert canceled == [True]

    run(main)
