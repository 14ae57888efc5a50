"""Triggers an event, and asks until it has happened."""

import asyncio
from datetime import UTC, datetime
from typing import Final

from rich.console import Console
from rich.status import Status as Progress

from wasl.cli.backoff import Backoff
from wasl.cli.command_error import CommandError
from wasl.cli.developer_client import Answer, DeveloperClient, ServerAway, developer_client
from wasl.domain.event import EVENT_OF_STATUS, EventKind

_TRIES: Final = 5
_ASK_EVERY_S: Final = 3.0
# The worker cancels within a second of the end; a lost answer is asked about for some seconds.
_PATIENCE_S: Final = 60.0


class NotTriggered(CommandError):
    pass


async def trigger_and_wait(server: str, token: str, event: EventKind, key: str, wait: bool) -> None:
    console = Console(highlight=False, soft_wrap=True, emoji=False)
    async with developer_client(server, token) as client:
        intent = await _ask(client, event, key)
        _print(console, event, intent)
        if wait and not _has_happened(event, intent):
            intent = await _wait(console, client, event, key, intent)
            console.print(f"status              {intent['status']}")
    if wait and not _has_happened(event, intent):
        raise NotTriggered(f"it did not happen: the intent is {intent['status']}")


async def _ask(client: DeveloperClient, event: EventKind, key: str) -> Answer:
    """Again if the answer is lost: the key makes it the same payment."""
    backoff = Backoff()
    for tries_left in reversed(range(_TRIES)):
        try:
            return await client.trigger(event, key)
        except ServerAway as error:
            if not tries_left:
                raise NotTriggered(
                    f"the server is away ({error}). To try again without paying twice: "
                    f"wasl trigger {event} --key {key}"
                ) from None
            await asyncio.sleep(max(error.retry_after_s, backoff.wait_s()))
    raise AssertionError("unreachable")


async def _wait(
    console: Console, client: DeveloperClient, event: EventKind, key: str, intent: Answer
) -> Answer:
    waited_s = 0.0
    with console.status("") as progress:
        _tell(console, progress, event, intent, first=True)
        while not _has_happened(event, intent) and waited_s < _PATIENCE_S:
            await asyncio.sleep(_ASK_EVERY_S)
            intent = await _ask(client, event, key)
            _tell(console, progress, event, intent, first=False)
            # The time until an intent may expire at all does not count.
            waited_s += 0 if _left_s(event, intent) > 0 else _ASK_EVERY_S
    return intent


def _tell(
    console: Console, progress: Progress, event: EventKind, intent: Answer, first: bool
) -> None:
    if event is EventKind.SUCCEEDED:
        text = "The answer was lost; `wasl work` asks the simulator."
    else:
        text = f"`wasl work` cancels it when it expires, at {_local_time(intent)}."
    if first and not console.is_terminal:
        console.print(text)
    progress.update(f"{text} {max(0, round(_left_s(event, intent)))} s left.")


def _left_s(event: EventKind, intent: Answer) -> float:
    if event is EventKind.SUCCEEDED:
        return 0.0
    return (_expires_at(intent) - datetime.now(UTC)).total_seconds()


def _local_time(intent: Answer) -> str:
    return f"{_expires_at(intent).astimezone():%H:%M:%S}"


def _expires_at(intent: Answer) -> datetime:
    return datetime.fromisoformat(intent["expires_at"])


def _has_happened(event: EventKind, intent: Answer) -> bool:
    return any(
        status == intent["status"] and caused is event for status, caused in EVENT_OF_STATUS.items()
    )


def _print(console: Console, event: EventKind, intent: Answer) -> None:
    console.print(f"event               {event}")
    expires = () if event is EventKind.SUCCEEDED else ("expires_at",)
    for name in ("uuid", "reference", "merchant_reference", *expires, "status"):
        console.print(f"{name:18}  {intent[name]}", markup=False)
