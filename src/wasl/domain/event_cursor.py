"""How far a listener has read the events of its application, as a word it keeps for us."""

import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

_FORM: Final = struct.Struct(">Bqq16s")
_VERSION: Final = 1
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class EventCursor(NamedTuple):
    """The event that was read last: its position, and which event it was.

    After a restore from a backup another event, or none, can stand at a position. The id tells,
    and the time says from where to read again.
    """

    position: int
    delivery_id: UUID
    created_at: datetime

    def encode(self) -> str:
        created_us = (self.created_at - _EPOCH) // _MICROSECOND
        packed = _FORM.pack(_VERSION, self.position, created_us, self.delivery_id.bytes)
        return urlsafe_b64encode(packed).decode()


# Before every event.
START: Final = EventCursor(0, UUID(int=0), _EPOCH)


def decode_cursor(text: str) -> EventCursor | None:
    """None where the text is no cursor of ours."""
    try:
        version, position, created_us, id_bytes = _FORM.unpack(urlsafe_b64decode(text))
        created_at = _EPOCH + created_us * _MICROSECOND
    except (ValueError, struct.error, OverflowError):
        return None
    if version != _VERSION or position < 0:
        return None
    return EventCursor(position, UUID(bytes=id_bytes), created_at)
