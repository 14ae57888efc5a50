"""The webhook endpoint of a Starlette or FastAPI application."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from wasl_sdk.receivers.async_receiver import AsyncReceiver
from wasl_sdk.receivers.reply import MAX_BODY_BYTES
from wasl_sdk.webhook import SIGNATURE_HEADER


def webhook_endpoint(receiver: AsyncReceiver) -> Callable[[Request], Awaitable[Response]]:
    """For `Route(path, webhook_endpoint(receiver), methods=["POST"])`."""

    async def wasl_webhook(request: Request) -> Response:
        body = await _read(request)
        reply = await receiver.accept(body, request.headers.get(SIGNATURE_HEADER))
        return PlainTextResponse(reply.text, reply.status)

    return wasl_webhook


async def _read(request: Request) -> bytes:
    """No more than needed to see that it is too much."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY_BYTES:
            break
    return bytes(body)
