"""The merchant's own server, as its developer would write it from our documents alone."""

import asyncio
import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.support.http import http_client
from tests.support.waiting import wait_for
from tests.webhooks.receiver import Received, Receiver, answer, receiver_in_a_thread


class MerchantServer:
    """Calls the API with what its developer copied off the pages; takes webhooks it can verify."""

    def __init__(self, api_url: str, receiver: Receiver) -> None:
        self._api_url = api_url
        self._receiver = receiver
        receiver.otherwise = self._take
        self.api_key = ""
        self.access_token = ""
        self.webhook_secret = ""
        self.is_broken = False
        # Of events whose signature was right, in the order they came; each counts once.
        self.heard: list[dict[str, Any]] = []

    @property
    def webhook_url(self) -> str:
        return self._receiver.url("/webhooks/wasl")

    def create_intent(self, reference: str, amount_minor: int) -> dict[str, Any]:
        headers = {"X-API-Key": self.api_key, "Authorization": f"Bearer {self.access_token}"}
        body = {"merchant_reference": reference, "amount": amount_minor, "currency": "LYD"}
        with http_client(self._api_url, headers) as client:
            created = client.post("/api/v1/payment-intents", json=body)
        assert created.status_code == 201, created.text
        data: dict[str, Any] = created.json()["data"]
        return data

    def wait_until_heard(self, event: str, intent: str) -> None:
        wait_for(lambda: self.count(event, intent))

    def count(self, event: str, intent: str) -> int:
        found = [one for one in self.heard if one["event"] == event]
        return len([one for one in found if one["data"]["uuid"] == intent])

    async def _take(self, received: Received, writer: asyncio.StreamWriter) -> bool:
        if self.is_broken:
            return await answer(500, b"out of order")(received, writer)
        key = self.webhook_secret.encode()
        expected = hmac.new(key, received.body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected, received.headers["service-signature"]):
            return await answer(401, b"this is not from Wasl")(received, writer)
        self.heard.append(json.loads(received.body))
        return await answer(200, b"thank you")(received, writer)


@contextmanager
def running_merchant_server(api_url: str) -> Iterator[MerchantServer]:
    with receiver_in_a_thread() as receiver:
        yield MerchantServer(api_url, receiver)
