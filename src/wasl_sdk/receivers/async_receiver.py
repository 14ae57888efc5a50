"""Receives webhooks with asyncio. What it does is what `receiver.py` does."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from wasl_sdk.async_client import AsyncWaslClient
from wasl_sdk.errors import NotFound
from wasl_sdk.payment_intent import PaymentIntent
from wasl_sdk.receivers.event_store import EventStore
from wasl_sdk.receivers.receiver import LOOK_EVERY_S, STOP_WITHIN_S
from wasl_sdk.receivers.reply import KEPT, KNOWN, Reply, examine
from wasl_sdk.webhook import WebhookEvent, usable_secrets

log: Final = logging.getLogger("wasl_sdk")


class AsyncReceiver:
    """Keeps each event, answers, and then calls `handler` with its intent, just retrieved.

    Use it as `async with` around the life of the application.

    `handler` may be called more than once with the same intent, also at the same moment: let it
    change the order only if that is still unpaid. If it raises, the event is done again later.

    `unpaid` names the intents of orders that are still unpaid after their `expires_at`. They are
    looked at every `recheck_every_s`, in case their webhook was lost.
    """

    def __init__(
        self,
        client: AsyncWaslClient,
        secrets: str | Iterable[str],
        store: EventStore,
        handler: Callable[[PaymentIntent], Awaitable[None]],
        *,
        unpaid: Callable[[], Awaitable[Iterable[str]]] | None = None,
        recheck_every_s: float = 60.0,
    ) -> None:
        self._client = client
        self._secrets = usable_secrets(secrets)
        self._store = store
        self._handler = handler
        self._unpaid = unpaid
        self._recheck_every_s = recheck_every_s
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._wake = asyncio.Event()

    async def __aenter__(self) -> Self:
        """Does what is left from the last time, and then what comes."""
        self._stopping = False
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Lets the work at hand finish, for a while. What is left waits for the next start."""
        assert self._task is not None
        self._stopping = True
        self._wake.set()
        await asyncio.wait([self._task], timeout=STOP_WITHIN_S)
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def accept(self, raw_body: bytes, signature: str | None) -> Reply:
        """What to answer to a webhook with this body and this `Service-Signature`."""
        event = examine(raw_body, signature, self._secrets)
        if isinstance(event, Reply):
            return event
        is_new = await asyncio.to_thread(self._store.keep, event)
        self._wake.set()
        return KEPT if is_new else KNOWN

    async def refresh(self, uuid: str) -> PaymentIntent:
        """Retrieves the intent and calls the handler with it: when the customer is back."""
        intent = await self._client.retrieve_payment_intent(uuid)
        await self._handler(intent)
        return intent

    async def work(self) -> None:
        """Does all that is to be done now."""
        while not self._stopping and (event := await asyncio.to_thread(self._store.claim)):
            try:
                await self._do(event)
            except Exception:
                log.exception("webhook %s failed and will be done again", event.id)

    async def recheck(self) -> None:
        """Looks at every order that is unpaid after its time."""
        for uuid in await self._unpaid() if self._unpaid else ():
            if self._stopping:
                return
            try:
                await self.refresh(uuid)
            except Exception:
                log.exception("re-checking payment intent %s failed", uuid)

    async def _do(self, event: WebhookEvent) -> None:
        try:
            intent = await self._client.retrieve_payment_intent(event.payment_intent_uuid)
        except NotFound:
            log.info("webhook %s speaks of no intent: a test", event.id)
        else:
            await self._handler(intent)
        await asyncio.to_thread(self._store.finish, event)

    async def _run(self) -> None:
        recheck_at_s = time.monotonic()
        while not self._stopping:
            self._wake.clear()
            try:
                await self.work()
                if time.monotonic() >= recheck_at_s:
                    await self.recheck()
                    recheck_at_s = time.monotonic() + self._recheck_every_s
            except Exception:
                log.exception("receiving webhooks failed and will be tried again")
            rest_s = recheck_at_s - time.monotonic() if self._unpaid else LOOK_EVERY_S
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.05, min(LOOK_EVERY_S, rest_s))):
                    await self._wake.wait()
