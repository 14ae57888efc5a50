"""POST /developer/v1/trigger: make an event happen, once for each key."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from wasl.developer.gate import TokenGate
from wasl.domain.errors import InvalidRequest, WaslError
from wasl.domain.event import EventKind
from wasl.domain.payment_intent import PaymentIntent
from wasl.services.trigger_event import TriggerEvent
from wasl.web.asgi_types import Receive, Scope, Send
from wasl.web.json_response import encode, send_error, send_json
from wasl.web.request_body import parse_object, read_body, require_json

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


class TriggerEndpoint:
    def __init__(self, gate: TokenGate, trigger: TriggerEvent) -> None:
        self._gate = gate
        self._trigger = trigger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        try:
            holder = await self._gate.identify(headers)
            self._gate.count(holder)
            require_json(headers)
            event, key = parse_trigger(parse_object(await read_body(receive)))
            intent = await self._trigger(holder.application_id, event, key, datetime.now(UTC))
        except WaslError as error:
            await send_error(send, error)
        else:
            await send_json(send, 200, encode(_rendered(intent)))


def parse_trigger(given: Mapping[str, Any]) -> tuple[EventKind, str]:
    errors: dict[str, list[str]] = {}
    event, key = given.get("event"), given.get("key")
    if event not in list(EventKind):
        errors["event"] = [f"The event must be one of {', '.join(EventKind)}."]
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        errors["key"] = ["The key must be 8 to 64 letters, digits, - and _."]
    if errors:
        raise InvalidRequest(errors)
    return EventKind(str(event)), str(key)


def _rendered(intent: PaymentIntent) -> Mapping[str, object]:
    return {
        "data": {
            "uuid": str(intent.uuid),
            "reference": intent.reference,
            "merchant_reference": intent.merchant_reference,
            "amount": intent.amount_minor,
            "currency": intent.currency,
            "status": intent.status,
            "expires_at": intent.expires_at,
        }
    }
