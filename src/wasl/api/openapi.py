"""GET /openapi.json: the merchant API described for machines."""

from wasl.api.openapi_document import openapi_document
from wasl.web.asgi_types import Receive, Scope, Send
from wasl.web.json_response import encode, send_json


class OpenApiEndpoint:
    """The document stays the same while the service runs, so it is written once."""

    def __init__(self, public_url: str) -> None:
        self._body = encode(openapi_document(public_url))

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await send_json(send, 200, self._body)
