"""Drives the services of webhooks from plain functions, at a time that the test moves."""

import asyncio
import uuid
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import asyncpg

from tests.support.cli import SECRET_KEY
from wasl.bootstrap import Services, services_on
from wasl.config import Settings
from wasl.domain.application import Method, Mode
from wasl.domain.delivery import Delivery, DeliveryTry
from wasl.domain.payment_intent import NewPaymentIntent, Status
from wasl.services.change_status import change_status
from wasl.services.deliver_webhooks import Tried
from wasl.storage.delivery_queue import ClaimedDelivery, Room
from wasl.storage.payment_intents import IntentKey
from wasl.storage.pool import Pool, close_pool, open_pool, transaction_from

Result = TypeVar("Result")

PLENTY = Room(1000, 1000, {})
ACTOR = "owner@shop.example"


SEED = """
    WITH seeded AS (
        INSERT INTO deliveries (application_id, id, payment_intent_uuid, event, is_test, url,
            secret_encrypted, body, status, created_at)
        SELECT application.id, new.id, new.intent, 'payment_intent.succeeded', false,
            application.webhook_url, application.webhook_secret_encrypted,
            convert_to(format(
                '{"id":"%s","event":"payment_intent.succeeded","data":{"uuid":"%s"}}',
                new.id, new.intent
            ), 'UTF8'),
            'pending', now()
        FROM applications AS application, (
            SELECT gen_random_uuid() AS id, gen_random_uuid() AS intent
            FROM generate_series(1, $2)
        ) AS new
        WHERE application.id = $1
        RETURNING application_id, id
    )
    INSERT INTO delivery_queue (application_id, delivery_id, due_at, next_try_at)
    SELECT application_id, id, now(), now() FROM seeded
"""


class Shop(NamedTuple):
    id: UUID
    secret: str


class Webhooks:
    def __init__(self, database_url: str) -> None:
        self.database_url = database_url
        self.now = datetime.now(UTC)
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        settings = Settings(
            _env_file=None,
            database_url=database_url,
            secret_key=SECRET_KEY,
            webhook_allow_private=True,
        )
        self.services: Services = self.run(
            self._stack.enter_async_context(services_on(settings, database_url))
        )
        self._pool: Pool = self.run(open_pool(database_url, max_size=3))
        self.sql: asyncpg.Connection = self.run(asyncpg.connect(database_url))

    def close(self) -> None:
        self.run(self.sql.close())
        self.run(close_pool(self._pool))
        self.run(self._stack.aclose())
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self._runner.run(work)

    def execute(self, sql: str, *arguments: object) -> str:
        return self.run(self.sql.execute(sql, *arguments))

    def fetch(self, sql: str, *arguments: object) -> list[Any]:
        return self.run(self.sql.fetch(sql, *arguments))

    def value(self, sql: str, *arguments: object) -> Any:
        return self.fetch(sql, *arguments)[0][0]

    def pass_time(self, wait: timedelta) -> None:
        self.now += wait

    # What merchants, customers and workers do.

    def new_shop(self, url: str | None) -> Shop:
        issued = self.run(
            self.services.create_application("A shop", Mode.TEST, list(Method), url, self.now)
        )
        return Shop(issued.application_id, issued.webhook_secret)

    def new_intent(self, shop: Shop, expires_in: timedelta = timedelta(hours=2)) -> IntentKey:
        new = NewPaymentIntent(
            str(uuid.uuid4()), 25_000, "LYD", None, None, None, None, self.now + expires_in
        )
        intent, _ = self.run(self.services.create_payment_intent(shop.id, new, self.now))
        return IntentKey(intent.uuid, shop.id)

    def move(self, *intents: IntentKey, to: Status = Status.SUCCEEDED) -> list[IntentKey]:
        async def move() -> list[IntentKey]:
            async with transaction_from(self._pool) as connection:
                return await change_status(connection, intents, to, self.now)

        return self.run(move())

    def pay(self, shop: Shop) -> UUID:
        """The id of the event and its delivery."""
        intent = self.new_intent(shop)
        self.move(intent)
        found: UUID = self.value(
            "SELECT id FROM events WHERE payment_intent_uuid = $1", intent.uuid
        )
        return found

    def seed(self, shop: Shop, count: int) -> None:
        """So many deliveries, due now, without the intents they speak of."""
        self.execute(SEED, shop.id, count)

    def claim(self, room: Room = PLENTY) -> list[ClaimedDelivery]:
        return self.run(self.services.deliver_webhooks.claim(room, self.now))

    def sending(self, claimed: Sequence[ClaimedDelivery]) -> list[Tried]:
        deliver = self.services.deliver_webhooks

        async def send() -> list[Tried]:
            prepared = [deliver.prepare(one) for one in claimed]
            return await asyncio.gather(*(deliver.send(one, self.now) for one in prepared))

        return self.run(send())

    def record(self, tried: Sequence[Tried]) -> None:
        self.run(self.services.deliver_webhooks.record(tried))

    def send_due(self) -> list[Tried]:
        """What a worker does, once: all that is due now."""
        tried = self.sending(self.claim())
        if tried:
            self.record(tried)
        return tried

    # What is stored.

    def delivery(self, shop: Shop, delivery_id: UUID) -> Delivery:
        return self.run(self.services.show_delivery(shop.id, delivery_id)).delivery

    def tries(self, shop: Shop, delivery_id: UUID) -> Sequence[DeliveryTry]:
        """In the order in which they were made."""
        shown = self.run(self.services.show_delivery(shop.id, delivery_id, limit=100))
        return shown.tries[::-1]

    def resend(self, shop: Shop, delivery_id: UUID) -> None:
        self.run(self.services.resend_delivery(shop.id, delivery_id, ACTOR, self.now))

    def audit(self, shop: Shop) -> list[tuple[str, str]]:
        rows = self.fetch(
            "SELECT actor, action FROM audit_log WHERE application_id = $1 ORDER BY id", shop.id
        )
        return [(row[0], row[1]) for row in rows]
