"""GET /developer/v1/events: the events after a cursor; waits for the next where there is none."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Final, NamedTuple
from urllib.parse import parse_qsl
from uuid import UUID

from wasl.developer.gate import TokenGate
from wasl.domain.errors import InvalidRequest, WaslError
from wasl.domain.event_cursor import START, EventCursor, decode_cursor
from wasl.services.await_events import AwaitEvents
from wasl.services.read_events import EventPage, ReadEvents, SignedEvent
from wasl.task_ending import end_all
from wasl.web.asgi_types import Headers, Receive, Scope, Send
from wasl.web.json_response import encode, send_error, send_json

MAX_WAIT_S: Final = 30
# An announcement can be lost; who waits looks by itself this often.
_LOOK_EVERY_S: Final = 5.0


class Asked(NamedTuple):
    """`after` is None for the present moment."""

    after: EventCursor | None
    wait_s: int


class EventsEndpoint:
    def __init__(self, gate: TokenGate, read: ReadEvents, await_events: AwaitEvents) -> None:
        self._gate = gate
        self._read = read
        self._await_events = await_events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        try:
            holder = await self._gate.identify(headers)
            self._gate.count(holder)
            asked = parse_question(scope["query_string"])
            page = await self._page(holder.application_id, asked, headers, receive)
        except WaslError as error:
            await send_error(send, error)
        else:
            await send_json(send, 200, encode(_rendered(holder.application_id, page)))

    async def _page(
        self, application_id: UUID, asked: Asked, headers: Headers, receive: Receive
    ) -> EventPage:
        if not asked.wait_s or asked.after is None:
            return await self._read(application_id, asked.after)
        with self._await_events.waiting(application_id) as bell:
            # Who has gone leaves the place to another.
            gone = asyncio.create_task(_until_gone(receive, bell))
            try:
                return await self._wait(application_id, asked, headers, bell, gone)
            finally:
                await end_all([gone])

    async def _wait(
        self,
        application_id: UUID,
        asked: Asked,
        headers: Headers,
        bell: asyncio.Event,
        gone: asyncio.Task[None],
    ) -> EventPage:
        until_s = monotonic() + asked.wait_s
        while True:
            bell.clear()
            page = await self._read(application_id, asked.after)
            left_s = until_s - monotonic()
            over = gone.done() or self._await_events.is_over or left_s <= 0
            if page.events or page.rewound or over:
                return page
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left_s, _LOOK_EVERY_S)):
                    await bell.wait()
            # A token that was revoked meanwhile is told nothing more.
            await self._gate.identify(headers)


async def _until_gone(receive: Receive, bell: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    bell.set()


def parse_question(query_string: bytes) -> Asked:
    errors: dict[str, list[str]] = {}
    given = dict(parse_qsl(query_string.decode("latin-1"), keep_blank_values=True))
    after = None
    if (text := given.get("after")) is not None:
        after = START if text == "start" else decode_cursor(text)
        if after is None:
            errors["after"] = ["The after must be `start`, or a cursor of an earlier answer."]
    wait = given.get("wait", "0")
    if not (wait.isascii() and wait.isdecimal() and len(wait) <= 2 and int(wait) <= MAX_WAIT_S):
        errors["wait"] = [f"The wait must be whole seconds from 0 to {MAX_WAIT_S}."]
    if errors:
        raise InvalidRequest(errors)
    return Asked(after, int(wait))


def _rendered(application_id: UUID, page: EventPage) -> Mapping[str, object]:
    return {
        "application": {"id": str(application_id), "name": page.application_name},
        "events": [_rendered_event(event) for event in page.events],
        "cursor": page.cursor.encode(),
        "rewound": page.rewound,
    }


def _rendered_event(event: SignedEvent) -> Mapping[str, object]:
    """`body` is the text of the very bytes that are signed: they are ASCII."""
    return {
        "id": str(event.entry.delivery_id),
        "event": event.entry.event,
        "payment_intent": str(event.entry.payment_intent_uuid),
        "created_at": event.entry.created_at,
        "headers": event.headers,
        "body": event.entry.body.decode("ascii"),
        "cursor": event.cursor.encode(),
    }
