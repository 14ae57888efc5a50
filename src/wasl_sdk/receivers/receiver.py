"""Receives webhooks with threads."""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Final, Self

from wasl_sdk.client import WaslClient
from wasl_sdk.errors import NotFound
from wasl_sdk.payment_intent import PaymentIntent
from wasl_sdk.receivers.event_store import EventStore
from wasl_sdk.receivers.reply import KEPT, KNOWN, Reply, examine
from wasl_sdk.webhook import WebhookEvent, usable_secrets

log: Final = logging.getLogger("wasl_sdk")

# How often to look for events that are to be done again. New ones are told of.
LOOK_EVERY_S: Final = 5.0
STOP_WITHIN_S: Final = 10.0


class Receiver:
    """Keeps each event, answers, and then calls `handler` with its intent, just retrieved.

    `handler` may be called more than once with the same intent, also at the same moment from
    another thread: let it change the order only if that is still unpaid. If it raises, the event
    is done again later.

    `unpaid` names the intents of orders that are still unpaid after their `expires_at`. They are
    looked at every `recheck_every_s`, in case their webhook was lost.
    """

    def __init__(
        self,
        client: WaslClient,
        secrets: str | Iterable[str],
        store: EventStore,
        handler: Callable[[PaymentIntent], None],
        *,
        unpaid: Callable[[], Iterable[str]] | None = None,
        recheck_every_s: float = 60.0,
    ) -> None:
        self._client = client
        self._secrets = usable_secrets(secrets)
        self._store = store
        self._handler = handler
        self._unpaid = unpaid
        self._recheck_every_s = recheck_every_s
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._forget_the_thread()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Does, in a thread, what is left from the last time, and then what comes."""
        with self._lock:
            if self._pid != os.getpid():
                # Threads do not follow into a fork.
                self._forget_the_thread()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="wasl", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Lets the work at hand finish, for a while. What is left waits for the next start."""
        thread = self._thread
        self._stopping.set()
        self._wake.set()
        if thread is not None:
            thread.join(STOP_WITHIN_S)
        self._forget_the_thread()

    def accept(self, raw_body: bytes, signature: str | None) -> Reply:
        """What to answer to a webhook with this body and this `Service-Signature`."""
        event = examine(raw_body, signature, self._secrets)
        if isinstance(event, Reply):
            return event
        is_new = self._store.keep(event)
        self.start()
        self._wake.set()
        return KEPT if is_new else KNOWN

    def refresh(self, uuid: str) -> PaymentIntent:
        """Retrieves the intent and calls the handler with it: when the customer is back."""
        intent = self._client.retrieve_payment_intent(uuid)
        self._handler(intent)
        return intent

    def work(self) -> None:
        """Does all that is to be done now."""
        while not self._stopping.is_set() and (event := self._store.claim()):
            try:
                self._do(event)
            except Exception:
                log.exception("webhook %s failed and will be done again", event.id)

    def recheck(self) -> None:
        """Looks at every order that is unpaid after its time."""
        for uuid in self._unpaid() if self._unpaid else ():
            if self._stopping.is_set():
                return
            try:
                self.refresh(uuid)
            except Exception:
                log.exception("re-checking payment intent %s failed", uuid)

    def _do(self, event: WebhookEvent) -> None:
        try:
            intent = self._client.retrieve_payment_intent(event.payment_intent_uuid)
        except NotFound:
            log.info("webhook %s speaks of no intent: a test", event.id)
        else:
            self._handler(intent)
        self._store.finish(event)

    def _run(self) -> None:
        recheck_at_s = time.monotonic()
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                self.work()
                if time.monotonic() >= recheck_at_s:
                    self.recheck()
                    recheck_at_s = time.monotonic() + self._recheck_every_s
            except Exception:
                log.exception("receiving webhooks failed and will be tried again")
            rest_s = recheck_at_s - time.monotonic() if self._unpaid else LOOK_EVERY_S
            self._wake.wait(max(0.05, min(LOOK_EVERY_S, rest_s)))

    def _forget_the_thread(self) -> None:
        self._pid = os.getpid()
        self._thread = None
        self._stopping = threading.Event()
        self._wake = threading.Event()
