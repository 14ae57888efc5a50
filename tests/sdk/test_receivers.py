"""A receiver's obligations, in each framework, over real HTTP, against a running service."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.sdk.hosts import HOSTS, PATH
from tests.sdk.test_webhook import NEW, OLD, sign
from tests.support.bodies import body
from tests.support.http import http_client
from tests.support.service import PAYMENT_INTENTS, Service
from tests.support.waiting import wait_for
from wasl_sdk import PaymentIntent, Status
from wasl_sdk.receivers import EventStore, MemoryEventStore, SqliteEventStore
from wasl_sdk.receivers.reply import MAX_BODY_BYTES


class Shop:
    """A merchant's application, and what its handler was called with."""

    def __init__(self, host: Any, service: Service, stack: ExitStack, path: Path) -> None:
        self._host = host
        self._service = service
        self._stack = stack
        self.path = path
        self.store: EventStore = SqliteEventStore(path)
        self.handled: list[PaymentIntent] = []
        self.handler: Callable[[PaymentIntent], None] = self.handled.append
        self._client: httpx.Client | None = None

    def open(self, base_url: str | None = None, **options: Any) -> None:
        client = {
            "base_url": base_url or f"{self._service.url}/api/v1",
            "api_key": self._service.api_key,
            "access_token": self._service.access_token,
        }
        url = self._stack.enter_context(
            self._host(client, [OLD, NEW], self.store, self.handler, **options)
        )
        self._client = self._stack.enter_context(http_client(url))

    def post(self, content: bytes, signature: str | None = None) -> httpx.Response:
        assert self._client is not None
        headers = {"Service-Signature": sign(content) if signature is None else signature}
        return self._client.post(PATH, content=content, headers=headers)

    def send(self, intent: str, id: str | None = None, secret: str = NEW) -> httpx.Response:
        content = event(intent, id)
        return self.post(content, sign(content, secret))

    def get(self) -> httpx.Response:
        assert self._client is not None
        return self._client.get(PATH)

    def uuids(self) -> list[str]:
        return [intent.uuid for intent in list(self.handled)]


@pytest.fixture(params=HOSTS)
def shop(request: pytest.FixtureRequest, service: Service, tmp_path: Path) -> Iterator[Shop]:
    with ExitStack() as stack:
        yield Shop(HOSTS[request.param], service, stack, tmp_path / "events.db")


@pytest.fixture
def paid(service: Service, client: httpx.Client) -> str:
    """The uuid of an intent that was paid."""
    uuid: str = client.post(PAYMENT_INTENTS, json=body()).json()["data"]["uuid"]
    service.move(uuid, "processing")
    service.move(uuid, "succeeded")
    return uuid


def event(intent: str, id: str | None = None) -> bytes:
    told = {"id": id or str(uuid4()), "event": "payment_intent.succeeded", "data": {"uuid": intent}}
    return json.dumps(told).encode()


def test_the_handler_gets_the_intent_as_the_service_has_it(shop: Shop, paid: str) -> None:
    shop.open()
    assert shop.send(paid).status_code == 200
    (intent,) = wait_for(lambda: list(shop.handled))
    assert (intent.uuid, intent.status) == (paid, Status.SUCCEEDED)
    assert intent.is_paid(amount=25_000)


def test_what_is_not_signed_is_refused_and_nothing_happens(shop: Shop, paid: str) -> None:
    shop.open()
    content = event(paid)
    assert shop.post(content, sign(content, "whsec_other")).status_code == 401
    assert shop.post(content + b" ", sign(content)).status_code == 401
    assert shop.post(content, "").status_code == 401
    assert shop.post(content, "nonsense").status_code == 401
    assert shop.store.claim() is None
    assert shop.handled == []


def test_the_signature_is_checked_before_anything_is_parsed(shop: Shop) -> None:
    shop.open()
    assert shop.post(b"{", sign(b"{", "whsec_other")).status_code == 401
    assert shop.post(b"{").status_code == 400
    assert shop.post(b"\xff\xfe").status_code == 400


def test_both_secrets_are_taken_while_one_replaces_the_other(shop: Shop, paid: str) -> None:
    shop.open()
    assert shop.send(paid, secret=OLD).status_code == 200
    assert shop.send(paid, secret=NEW).status_code == 200
    wait_for(lambda: len(shop.handled) == 2)


def test_an_id_is_handled_once(shop: Shop, paid: str) -> None:
    shop.open()
    once = str(uuid4())
    for _ in range(3):
        assert shop.send(paid, once).status_code == 200
    wait_for(lambda: shop.handled)
    assert shop.send(paid, once).status_code == 200
    shop.send(paid)
    wait_for(lambda: len(shop.handled) == 2)
    assert shop.store.claim() is None


def test_the_answer_does_not_wait_for_the_work(shop: Shop, paid: str) -> None:
    may_go_on = threading.Event()

    def slow(intent: PaymentIntent) -> None:
        assert may_go_on.wait(20)
        shop.handled.append(intent)

    shop.handler = slow
    shop.open()
    for _ in range(3):
        assert shop.send(paid).status_code == 200
    assert shop.handled == []
    may_go_on.set()
    wait_for(lambda: len(shop.handled) == 3)


def test_what_a_handler_fails_at_is_done_again(
    shop: Shop, paid: str, caplog: pytest.LogCaptureFixture
) -> None:
    def fail_at_first(intent: PaymentIntent) -> None:
        shop.handled.append(intent)
        if len(shop.handled) == 1:
            raise RuntimeError("the warehouse is closed")

    shop.handler = fail_at_first
    shop.store = SqliteEventStore(shop.path, retry_after_s=0.3)
    shop.open(unpaid=lambda: (), recheck_every_s=0.1)
    delivery = str(uuid4())
    shop.send(paid, delivery)
    wait_for(lambda: len(shop.handled) == 2)
    assert "the warehouse is closed" in caplog.text
    assert delivery in caplog.text


def test_what_was_kept_while_the_service_was_away_is_done_at_the_next_start(
    shop: Shop, paid: str, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as first:
        before = Shop(shop._host, shop._service, first, shop.path)
        before.store = shop.store = SqliteEventStore(shop.path, retry_after_s=0.3)
        before.open("http://127.0.0.1:1/api/v1")
        assert before.send(paid).status_code == 200
    assert before.handled == []
    shop.open(unpaid=lambda: (), recheck_every_s=0.1)
    wait_for(lambda: shop.uuids() == [paid])


def test_an_event_of_no_intent_is_a_test_and_calls_nothing(shop: Shop, paid: str) -> None:
    shop.open()
    assert shop.send(str(uuid4())).status_code == 200
    shop.send(paid)
    wait_for(lambda: shop.handled)
    assert shop.uuids() == [paid]


def test_orders_unpaid_after_their_time_are_looked_at_again_and_again(
    shop: Shop, paid: str, service: Service, client: httpx.Client
) -> None:
    late: str = client.post(PAYMENT_INTENTS, json=body()).json()["data"]["uuid"]
    unknown = str(uuid4())
    shop.open(unpaid=lambda: [unknown, late, paid], recheck_every_s=0.1)
    wait_for(lambda: shop.uuids()[:4] == [late, paid, late, paid])
    service.move(late, "canceled")
    service.move(late, "succeeded")
    wait_for(lambda: any(i.uuid == late and i.is_paid(amount=25_000) for i in list(shop.handled)))


def test_only_a_small_post_is_read(shop: Shop) -> None:
    shop.open()
    assert shop.post(b" " * MAX_BODY_BYTES).status_code == 400
    assert shop.post(b" " * (MAX_BODY_BYTES + 1)).status_code == 413
    assert shop.get().status_code == 405


def test_a_store_in_memory_does_for_a_test(shop: Shop, paid: str) -> None:
    shop.store = MemoryEventStore()
    shop.open()
    twice = str(uuid4())
    assert [shop.send(paid, twice).text for _ in range(2)] == ["Kept.", "Known already."]
    wait_for(lambda: shop.uuids() == [paid])
