"""Takes events from the server and forwards them one after another, in order."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final

from wasl.cli.backoff import Backoff
from wasl.cli.cursor_file import CursorFile
from wasl.cli.developer_client import Answer, DeveloperClient, ServerAway, developer_client
from wasl.cli.forwarder import Forwarder, forwarder
from wasl.cli.listen_screen import ListenScreen

_WAIT_S: Final = 25
# A server that is about to stop answers at once that there is nothing.
_ANSWERED_TOO_SOON_S: Final = 0.5
_NOW: Final = "now"


async def listen_until_stopped(
    server: str, token: str, forward_to: str, start: str | None, screen: ListenScreen
) -> None:
    async with (
        developer_client(server, token) as client,
        forwarder(forward_to, screen) as forward,
    ):
        asking = _Patient(screen)
        present = await asking(lambda: client.events(None, 0))
        application = present["application"]
        with CursorFile(server, application["id"]) as kept:
            name = f"{application['name']} ({application['id']})"
            screen.quiet(f"Listening to {name} at {server}, forwarding to {forward_to}")
            cursor = _first_cursor(kept, start, present["cursor"], screen)
            await _Loop(client, asking, forward, kept, screen).run(cursor)


def _first_cursor(kept: CursorFile, start: str | None, present: str, screen: ListenScreen) -> str:
    cursor = start or kept.read()
    if cursor is None:
        screen.quiet("First time here: from now on. For earlier events use --from start.")
    elif start is None:
        screen.quiet("Going on where the last run stopped.")
    if cursor is None or cursor == _NOW:
        # Kept at once: what happens from now on is not lost even if nothing is forwarded yet.
        kept.write(present)
        return present
    return cursor


class _Loop:
    def __init__(
        self,
        client: DeveloperClient,
        asking: "_Patient",
        forward: Forwarder,
        kept: CursorFile,
        screen: ListenScreen,
    ) -> None:
        self._client = client
        self._asking = asking
        self._forward = forward
        self._kept = kept
        self._screen = screen

    async def run(self, cursor: str) -> None:
        while True:
            cursor = await self._one_page(cursor)

    async def _one_page(self, cursor: str) -> str:
        asked_s = monotonic()
        page = await self._asking(lambda: self._client.events(cursor, _WAIT_S))
        if page["rewound"]:
            self._screen.notice(
                "The server's database was restored: events of the last hour may come again."
            )
        for event in page["events"]:
            await self._one_event(event, before=cursor)
            cursor = event["cursor"]
        if cursor != page["cursor"]:
            self._kept.write(page["cursor"])
        elif not page["events"] and monotonic() - asked_s < _ANSWERED_TOO_SOON_S:
            await asyncio.sleep(_ANSWERED_TOO_SOON_S)
        return str(page["cursor"])

    async def _one_event(self, event: dict[str, Any], before: str) -> None:
        if not await self._forward.forward(event):
            self._screen.notice(f"Given up. To see it again: wasl listen --from {before}")
        self._kept.write(event["cursor"])


class _Patient:
    """Asks again while the server is away, and says so once."""

    def __init__(self, screen: ListenScreen) -> None:
        self._screen = screen

    async def __call__(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        backoff, away = Backoff(), False
        while True:
            try:
                answer = await ask()
            except ServerAway as error:
                if not away:
                    self._screen.notice(f"The server is away ({error}). Trying again.")
                    away = True
                await asyncio.sleep(max(error.retry_after_s, backoff.wait_s()))
            else:
                if away:
                    self._screen.quiet("The server is back.")
                return answer
