"""A service with test merchants, for those who listen to it."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

import httpx

from tests.support.http import http_client
from tests.support.server import Server
from tests.webhooks.harness import Shop, Webhooks
from tests.webhooks.receiver import Received
from wasl.domain.application import Method, Mode
from wasl.domain.payment_intent import Status
from wasl.storage.payment_intents import IntentKey

EVENTS = "/developer/v1/events"
TRIGGER = "/developer/v1/trigger"


class Merchant(NamedTuple):
    id: UUID
    secret: str
    token: str

    @property
    def shop(self) -> Shop:
        return Shop(self.id, self.secret)

    def signed(self, received: Received) -> bool:
        """As a merchant checks it: over the bytes that came."""
        wanted = hmac.new(self.secret.encode(), received.body, hashlib.sha256).hexdigest()
        return hmac.compare_digest(received.headers["service-signature"], wanted)


class Site:
    """`events` drives the services of the application, past the server."""

    def __init__(self, server: Server, events: Webhooks) -> None:
        self.server = server
        self.events = events

    def new_merchant(
        self,
        mode: Mode = Mode.TEST,
        webhook_url: str | None = None,
        methods: Sequence[Method] = tuple(Method),
    ) -> Merchant:
        issued = self.events.run(
            self.events.services.create_application(
                "A shop", mode, methods, webhook_url, self.events.now
            )
        )
        return Merchant(issued.application_id, issued.webhook_secret, issued.access_token)

    def pay(self, merchant: Merchant) -> str:
        """The id of the event."""
        return str(self.events.pay(merchant.shop))

    def expire_and_pay_late(self, merchant: Merchant) -> IntentKey:
        """Two events of one intent."""
        intent = self.events.new_intent(merchant.shop)
        self.events.move(intent, to=Status.CANCELED)
        self.events.move(intent, to=Status.SUCCEEDED)
        return intent

    def client(self, merchant: Merchant) -> httpx.Client:
        return http_client(self.server.url, {"Authorization": f"Bearer {merchant.token}"})

    def read(self, merchant: Merchant, after: str | None, wait: int = 0) -> dict[str, Any]:
        with self.client(merchant) as client:
            query: dict[str, str | int] = {"wait": wait} | ({"after": after} if after else {})
            answer = client.get(EVENTS, params=query)
        assert answer.status_code == 200, answer.text
        page: dict[str, Any] = answer.json()
        return page

    def event_ids(self, merchant: Merchant) -> list[str]:
        rows = self.events.fetch("SELECT id FROM events WHERE application_id = $1", merchant.id)
        return [str(row[0]) for row in rows]


def ids(page: dict[str, Any]) -> list[str]:
    return [event["id"] for event in page["events"]]


def delivery_id(received: Received) -> str:
    return str(json.loads(received.body)["id"])
