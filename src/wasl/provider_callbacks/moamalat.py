"""Moamalat's notification of a card payment. What it says is verified by asking Moamalat."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final
from urllib.parse import parse_qsl

import msgspec

from wasl.domain.application import Method
from wasl.domain.errors import WaslError
from wasl.services.receive_notification import ReceiveNotification, Verdict
from wasl.web.asgi_types import Receive, Scope, Send
from wasl.web.json_response import encode, send_error, send_json
from wasl.web.request_body import read_body

_decode: Final = msgspec.json.Decoder().decode

_ANSWERS: Final = {
    Verdict.ACCEPTED: (200, {"Message": "Success", "Success": True}),
    Verdict.FORGED: (401, {"Message": "The SecureHash does not match.", "Success": False}),
    Verdict.UNKNOWN: (404, {"Message": "Unknown MerchantReference.", "Success": False}),
    Verdict.NOT_CONFIRMED: (503, {"Message": "Not confirmed. Send it again.", "Success": False}),
}


class MoamalatNotification:
    def __init__(self, receive_notification: ReceiveNotification) -> None:
        self._receive_notification = receive_notification

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        try:
            fields = _fields(await read_body(receive))
            reference = str(fields.get("MerchantReference", ""))
            verdict = await self._receive_notification(
                Method.CARD, reference, fields, datetime.now(UTC)
            )
        except WaslError as error:
            await send_error(send, error)
        else:
            status, body = _ANSWERS[verdict]
            await send_json(send, status, encode(body))


def _fields(body: bytes) -> Mapping[str, object]:
    """JSON as documented; a form is understood as well. Anything else holds no reference."""
    try:
        decoded = _decode(body)
    except (ValueError, RecursionError):
        return dict(parse_qsl(body.decode("latin-1")))
    return decoded if isinstance(decoded, dict) else {}
