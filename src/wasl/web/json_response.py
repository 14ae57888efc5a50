"""Answers in JSON."""

from typing import Final

import msgspec

from wasl.domain.errors import WaslError
from wasl.web.answer_head import JSON_HEADERS
from wasl.web.asgi_types import Headers, Send
from wasl.web.errors import STATUS_BY_ERROR, headers_of, json_body_of

encode: Final = msgspec.json.Encoder().encode


async def send_json(send: Send, status: int, body: bytes, extra: Headers | None = None) -> None:
    headers = [*JSON_HEADERS, *extra] if extra else JSON_HEADERS
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def send_error(send: Send, error: WaslError) -> None:
    body = encode(json_body_of(error))
    await send_json(send, STATUS_BY_ERROR[type(error)], body, headers_of(error))


async def send_message(send: Send, status: int, message: str, extra: Headers | None = None) -> None:
    await send_json(send, status, encode({"message": message}), extra)
