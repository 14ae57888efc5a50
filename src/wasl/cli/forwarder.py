"""Posts events to a local receiver, as a webhook would come."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any, Final, NamedTuple

import aiohttp

from wasl.cli.backoff import Backoff
from wasl.cli.listen_screen import ListenScreen

# As long as a webhook waits for its answer.
_ANSWER_WITHIN_S: Final = 10.0
# A mistake in the receiver is often mended in a moment; after that the next event has its turn.
_TRY_AGAIN_AFTER_S: Final = (0.5, 1.0, 2.0)
_READ_AT_MOST_BYTES: Final = 8192
_SHOWN_CHARS: Final = 100


class _Answer(NamedTuple):
    status: int | None
    words: str
    duration_ms: int

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class Forwarder:
    def __init__(self, session: aiohttp.ClientSession, url: str, screen: ListenScreen) -> None:
        self._session = session
        self._url = url
        self._screen = screen

    async def forward(self, event: dict[str, Any]) -> bool:
        """Returns when the receiver has answered; False where it never did with 2xx.

        A receiver that is not there is waited for: what it has not been offered is not lost.
        """
        for wait_s in (*_TRY_AGAIN_AFTER_S, None):
            answer = await self._post_when_there(event)
            if answer.is_success:
                assert answer.status is not None
                self._screen.forwarded(event, answer.status, answer.duration_ms)
                return True
            self._screen.not_taken(event, answer.words, answer.duration_ms)
            if wait_s is not None:
                await asyncio.sleep(wait_s)
        return False

    async def _post_when_there(self, event: dict[str, Any]) -> _Answer:
        backoff, waiting = Backoff(), False
        while True:
            try:
                answer = await self._post(event)
            except aiohttp.ClientConnectorError as error:
                if not waiting:
                    why = error.os_error.strerror or error.os_error
                    self._screen.notice(f"Waiting for the receiver at {self._url}: {why}")
                    waiting = True
            else:
                if waiting:
                    self._screen.quiet("The receiver is there.")
                return answer
            await asyncio.sleep(backoff.wait_s())

    async def _post(self, event: dict[str, Any]) -> _Answer:
        started_s = perf_counter()
        status: int | None = None
        try:
            async with self._session.post(
                self._url,
                data=event["body"].encode(),
                headers=event["headers"],
                allow_redirects=False,
            ) as response:
                first_line = _first_line(await response.content.read(_READ_AT_MOST_BYTES))
                status = response.status
                words = f"{status} {first_line}".rstrip()
        except aiohttp.ClientConnectorError:
            raise
        except TimeoutError:
            words = f"no answer within {_ANSWER_WITHIN_S:g} s"
        except (aiohttp.ClientError, OSError):
            words = "the connection was closed before the answer ended"
        return _Answer(status, words, round((perf_counter() - started_s) * 1000))


def _first_line(answer: bytes) -> str:
    """Nothing in it can move the cursor of a terminal, or colour it."""
    text = answer.decode("utf-8", "replace").strip().partition("\n")[0]
    return "".join(char if char.isprintable() else " " for char in text)[:_SHOWN_CHARS].strip()


@asynccontextmanager
async def forwarder(url: str, screen: ListenScreen) -> AsyncIterator[Forwarder]:
    async with aiohttp.ClientSession(
        # A new connection each time: a kept one may be closed by a receiver that restarts.
        connector=aiohttp.TCPConnector(force_close=True),
        timeout=aiohttp.ClientTimeout(total=_ANSWER_WITHIN_S),
        cookie_jar=aiohttp.DummyCookieJar(),
        headers={"User-Agent": "Wasl-Webhooks", "Accept-Encoding": "identity"},
    ) as session:
        yield Forwarder(session, url, screen)
