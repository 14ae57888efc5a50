"""The one path every status change takes."""

from collections.abc import Sequence
from datetime import datetime

from wasl.domain.application import Method
from wasl.domain.event import EVENT_OF_STATUS, Event, EventKind
from wasl.domain.payment_intent import ALLOWED_NEXT, Status, new_uuid
from wasl.domain.webhook_event import webhook_body
from wasl.storage import deliveries, events, payment_days, payment_intents, wakeups
from wasl.storage.deliveries import NewDelivery
from wasl.storage.payment_intents import IntentKey
from wasl.storage.pool import Connection


async def change_status(
    connection: Connection,
    intents: Sequence[IntentKey],
    to: Status,
    now: datetime,
    paid_by: Method | None = None,
) -> list[IntentKey]:
    """Moves what the allow-table lets move, writes the events, queues their deliveries, counts.

    All of it in the caller's transaction: whoever sees the status will hear of it, and the sums
    of the overview are those of the payments. `paid_by` is the method of a success.

    Answers with those that moved. One that may not move is no error here: something else was
    faster, and the caller decides what that means.
    """
    if not intents:
        return []
    allowed_from = [status for status, following in ALLOWED_NEXT.items() if to in following]
    moved = await payment_intents.move(connection, intents, allowed_from, to, now, paid_by)
    kind = EVENT_OF_STATUS.get(to)
    if kind is not None and moved:
        await _tell_merchants(connection, moved, kind, now)
        # Last, as every payment of the day waits for the same row.
        await payment_days.add(connection, moved, kind, now)
    return moved


async def _tell_merchants(
    connection: Connection, intents: Sequence[IntentKey], kind: EventKind, now: datetime
) -> None:
    happened = [Event(new_uuid(now), key.application_id, key.uuid, kind, now) for key in intents]
    await events.insert_many(connection, happened)
    queued = await deliveries.insert_many(connection, [_delivery(e) for e in happened], now)
    if queued:
        await wakeups.wake(connection, wakeups.SEND_DELIVERIES)


def _delivery(event: Event) -> NewDelivery:
    """It has the id of its event: an event is delivered under one id, whatever happens."""
    intent = event.payment_intent_uuid
    body = webhook_body(event.id, EventKind(event.kind), intent)
    return NewDelivery(event.id, event.application_id, intent, event.kind, body)
