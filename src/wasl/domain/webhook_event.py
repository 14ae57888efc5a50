"""The body a merchant receives: which event, of which intent, under which delivery id."""

from typing import Final
from uuid import UUID

from wasl.domain.event import EventKind

# Neither an amount nor a status: the merchant asks for the intent, whose answer counts.
_BODY: Final = '{{"id":"{id}","event":"{event}","data":{{"uuid":"{intent}"}}}}'


def webhook_body(delivery_id: UUID, kind: EventKind, intent_uuid: UUID) -> bytes:
    """Made once. These bytes are stored, signed and sent, on every try and every resend."""
    return _BODY.format(id=delivery_id, event=kind.value, intent=intent_uuid).encode()
