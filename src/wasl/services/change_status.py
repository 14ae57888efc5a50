"""The one path every status change takes."""

from collections.abc import Sequence
from datetime import datetime

from wasl.domain.event import EVENT_OF_STATUS, Event
from wasl.domain.payment_intent import ALLOWED_NEXT, Status, new_uuid
from wasl.storage import events, payment_intents
from wasl.storage.payment_intents import IntentKey
from wasl.storage.pool import Connection


async def change_status(
    connection: Connection, intents: Sequence[IntentKey], to: Status, now: datetime
) -> list[IntentKey]:
    """Moves what the allow-table lets move and writes the events, in the caller's transaction.

    Answers with those that moved. One that may not move is no error here: something else was
    faster, and the caller decides what that means.
    """
    if not intents:
        return []
    allowed_from = [status for status, following in ALLOWED_NEXT.items() if to in following]
    moved = await payment_intents.move(connection, intents, allowed_from, to, now)
    kind = EVENT_OF_STATUS.get(to)
    if kind is not None and moved:
        await events.insert_many(
            connection,
            [Event(new_uuid(now), key.application_id, key.uuid, kind, now) for key in moved],
        )
    return moved
