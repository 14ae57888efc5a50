"""The two endpoints, as plain ASGI callables: nothing stands between the server and them.

Methods are bound once: to call an object takes Python twice as long as to call a method.
"""

from datetime import UTC, datetime

from wasl.api.create_request import parse_create_request
from wasl.api.gate import Gate
from wasl.api.payment_intent_json import PaymentIntentJson
from wasl.api.plain_create_request import plain_create_request
from wasl.domain.errors import WaslError
from wasl.services.create_payment_intent import CreatePaymentIntent
from wasl.services.retrieve_payment_intent import RetrievePaymentIntent
from wasl.web.asgi_types import Receive, Scope, Send
from wasl.web.canonical_uuid import canonical_uuid
from wasl.web.json_response import send_error, send_json
from wasl.web.paths import PARAMETER
from wasl.web.request_body import parse_object, read_body, require_json


class CreateEndpoint:
    """POST /payment-intents"""

    def __init__(self, gate: Gate, create: CreatePaymentIntent, render: PaymentIntentJson) -> None:
        self._gate = gate
        self._create = create.__call__
        self._render = render.__call__

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        try:
            caller = self._gate.recognise(headers) or await self._gate.identify(headers)
            self._gate.count(caller)
            require_json(headers)
            body = await read_body(receive)
            new = plain_create_request(body) or parse_create_request(parse_object(body))
            intent, created = await self._create(caller.application_id, new, datetime.now(UTC))
        except WaslError as error:
            await send_error(send, error)
        else:
            await send_json(send, 201 if created else 200, self._render(intent))


class RetrieveEndpoint:
    """GET /payment-intents/{uuid}"""

    def __init__(
        self, gate: Gate, retrieve: RetrievePaymentIntent, render: PaymentIntentJson
    ) -> None:
        self._gate = gate
        self._retrieve = retrieve.__call__
        self._render = render.__call__

    async def answer(self, scope: Scope, _receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        try:
            caller = self._gate.recognise(headers) or await self._gate.identify(headers)
            self._gate.count(caller)
            intent = await self._retrieve(caller.application_id, canonical_uuid(scope[PARAMETER]))
        except WaslError as error:
            await send_error(send, error)
        else:
            await send_json(send, 200, self._render(intent))
