"""Receive webhooks as docs/webhooks.md asks for, in any framework.

`Receiver` is for threads (Flask, Django), `AsyncReceiver` for asyncio (Starlette, FastAPI). Each
framework has a module of its own here, which is the only one that imports it.
"""

from wasl_sdk.receivers.async_receiver import AsyncReceiver
from wasl_sdk.receivers.event_store import EventStore, MemoryEventStore
from wasl_sdk.receivers.receiver import Receiver
from wasl_sdk.receivers.reply import MAX_BODY_BYTES, Reply
from wasl_sdk.receivers.sqlite_event_store import SqliteEventStore

__all__ = [
    "MAX_BODY_BYTES",
    "AsyncReceiver",
    "EventStore",
    "MemoryEventStore",
    "Receiver",
    "Reply",
    "SqliteEventStore",
]
