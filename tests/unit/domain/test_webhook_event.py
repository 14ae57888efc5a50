import json
from uuid import UUID

from wasl.domain.event import EventKind
from wasl.domain.webhook_event import webhook_body

DELIVERY = UUID("01934f6e-8f2a-7c1d-9b3e-2f4a5b6c7d8e")
INTENT = UUID("01934f6e-7a10-7b22-8c44-1a2b3c4d5e6f")


def test_the_body_is_exactly_id_event_and_uuid() -> None:
    for kind in EventKind:
        body = webhook_body(DELIVERY, kind, INTENT)
        assert json.loads(body) == {
            "id": str(DELIVERY),
            "event": kind.value,
            "data": {"uuid": str(INTENT)},
        }
        assert b" " not in body
