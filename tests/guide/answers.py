"""What the guide shows as answers, beside what the service really answers."""

import hashlib
import hmac
import json
import subprocess
import uuid
from collections.abc import Callable
from functools import cache
from typing import Any

from tests.guide.blocks import block
from tests.guide.merchant import Merchant, new_merchant, pay
from tests.support.service import PAYMENT_INTENTS, Service
from tests.webhooks.receiver import Received, receiver_in_a_thread

EXAMPLE_SECRET = "whsec_example"


@cache
def reader(service: Service) -> Merchant:
    """One application for all questions."""
    return new_merchant(service)


def _created(merchant: Merchant) -> Any:
    command = block("sh", "create").code
    body = json.loads(command.partition("-d '")[2].rpartition("'")[0])
    with merchant.service.client(merchant.application.headers) as client:
        return client.post(PAYMENT_INTENTS, json=body).json()


def _without(header: str) -> Callable[[Merchant], Any]:
    def ask(merchant: Merchant) -> Any:
        headers = {k: v for k, v in merchant.application.headers.items() if k != header}
        with merchant.service.client(headers) as client:
            return client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}").json()

    return ask


def _of_another(merchant: Merchant) -> Any:
    other = new_merchant(merchant.service).create()["uuid"]
    return _retrieved(merchant, other)


def _retrieved(merchant: Merchant, intent: str) -> Any:
    with merchant.service.client(merchant.application.headers) as client:
        return client.get(f"{PAYMENT_INTENTS}/{intent}").json()


# What is really answered, by the name of the block that shows it.
ANSWERS: dict[str, Callable[[Merchant], Any]] = {
    "created": _created,
    "access-token": _without("Authorization"),
    "api-key": _without("X-API-Key"),
    "of-another-application": _of_another,
    "not-found": lambda merchant: _retrieved(merchant, str(uuid.uuid4())),
}


def shape(value: Any) -> Any:
    """Keys, and types in place of values."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    return type(value).__name__


def a_real_delivery(service: Service) -> Received:
    """As it arrives at a merchant's."""
    with receiver_in_a_thread() as receiver:
        merchant = new_merchant(service, receiver.url("/webhooks/wasl"))
        intent = merchant.create()["uuid"]
        pay(service, intent)
        merchant.delivery(intent)
        (received,) = receiver.received
        return received


def assert_shows(shown: str, received: Received) -> None:
    head, _, body = shown.rstrip("\n").partition("\n\n")
    first, *lines = head.splitlines()
    assert first == f"POST {received.path} HTTP/1.1"
    headers = dict(line.split(": ") for line in lines)
    assert headers["Content-Type"] == received.headers["content-type"]
    assert {name.lower() for name in headers} <= received.headers.keys()
    assert shape(json.loads(body)) == shape(json.loads(received.body))
    # Written with no white space, as the real one: readers count on the bytes.
    assert json.dumps(json.loads(body), separators=(",", ":")) == body
    expected = hmac.new(EXAMPLE_SECRET.encode(), body.encode(), hashlib.sha256).hexdigest()
    assert headers["Service-Signature"] == expected


def printed_signature() -> str:
    command = block("sh", "signature").code
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=30, check=True
    )
    return done.stdout
