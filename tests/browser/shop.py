"""A merchant with a running service: makes intents, and knows what became of the money."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import httpx

from tests.engine.engine import settings_for
from tests.engine.sandbox import Sandbox
from tests.support.bodies import body
from tests.support.cli import create_application
from tests.support.service import PAYMENT_INTENTS, Service
from tests.support.waiting import wait_for
from wasl.bootstrap import services_on
from wasl.config import Settings

_JOBS = ("expire_intents", "reconcile_card", "reconcile_sadad", "reconcile_edfali")


@dataclass(frozen=True)
class Intent:
    """As the API answered when it was made."""

    data: dict[str, Any]

    @property
    def uuid(self) -> str:
        return str(self.data["uuid"])

    @property
    def checkout_url(self) -> str:
        return str(self.data["checkout_url"])

    @property
    def amount_minor(self) -> int:
        return int(self.data["amount"])


class Shop:
    def __init__(self, service: Service, sandbox: Sandbox, merchant: httpx.Client) -> None:
        """`merchant` calls the API with the credentials of an application."""
        self.service = service
        self.sandbox = sandbox
        self._merchant = merchant

    def new_intent(self, **changes: object) -> Intent:
        created = self._merchant.post(PAYMENT_INTENTS, json=body(**changes))
        assert created.status_code == 201, created.text
        return Intent(created.json()["data"])

    @contextmanager
    def of_another_merchant(self, name: str, *options: str) -> Iterator["Shop"]:
        """On the same service, as `wasl operator create-application` makes it."""
        database_url = self.service.database_url
        application = create_application(database_url, name, *options)
        with self.service.client(application.headers) as merchant:
            yield Shop(self.service, self.sandbox, merchant)

    def status(self, intent: Intent) -> str:
        """As the merchant's server learns it."""
        return str(self.retrieve(intent)["status"])

    def retrieve(self, intent: Intent) -> dict[str, Any]:
        found = self._merchant.get(f"{PAYMENT_INTENTS}/{intent.uuid}")
        assert found.status_code == 200, found.text
        data: dict[str, Any] = found.json()["data"]
        return data

    def wait_until(self, intent: Intent, status: str) -> None:
        wait_for(lambda: self.status(intent) == status)

    def assert_paid_once(self, intent: Intent) -> None:
        """As we say, and as the provider knows it."""
        assert self.status(intent) == "succeeded"
        assert self._charged() == [intent.amount_minor]
        assert self._events(intent) == ["payment_intent.succeeded"]

    def assert_not_charged(self, intent: Intent, status: str) -> None:
        assert self.status(intent) == status
        assert self._charged() == []

    def assert_unknown(self, intent: Intent, charged: bool) -> None:
        """Nobody has told us yet, whatever the provider knows."""
        assert self.status(intent) == "processing"
        assert self._charged() == ([intent.amount_minor] if charged else [])

    def attempts(self, intent: Intent) -> Sequence[Any]:
        """The oldest first."""
        return self.service.database.fetch(
            "SELECT * FROM attempts WHERE payment_intent_uuid = $1 ORDER BY created_at, id",
            intent.uuid,
        )

    def pass_time(self, intent: Intent, seconds: float) -> None:
        """For this payment, for the providers, and for the workers, who look at once."""
        self.sandbox.advance(seconds)
        passed = timedelta(seconds=seconds)
        self.service.database.execute(
            "UPDATE attempts SET in_flight_at = in_flight_at - $2::interval,"
            " asked_at = asked_at - $2, next_inquiry_at = next_inquiry_at - $2,"
            " code_sent_at = code_sent_at - $2 WHERE payment_intent_uuid = $1",
            intent.uuid,
            passed,
        )
        self.service.database.execute(
            "UPDATE payment_intents SET expires_at = expires_at - $2::interval WHERE uuid = $1",
            intent.uuid,
            passed,
        )
        self._wake_workers()

    def expire(self, intent: Intent) -> None:
        """Its time runs out now."""
        self.service.database.execute(
            "UPDATE payment_intents SET expires_at = now() WHERE uuid = $1", intent.uuid
        )
        self._wake_workers()

    def settle_by_hand(self, intent: Intent, paid: bool) -> None:
        """What an operator does about an answer that nobody can be asked for."""
        (attempt,) = [str(one["id"]) for one in self.attempts(intent) if one["needs_person"]]
        settings = settings_for(self.service.database_url, self.sandbox.url)
        # In a thread of its own: Playwright's event loop runs in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(_resolve, settings, UUID(attempt), paid).result()

    def forget_who_tried(self) -> None:
        """All tests come from one address, with few phones: nobody shall count them."""
        self.service.database.execute(
            "UPDATE attempts SET payer_digest = NULL, address_digest = NULL"
            " WHERE payer_digest IS NOT NULL OR address_digest IS NOT NULL"
        )

    def _wake_workers(self) -> None:
        for job in _JOBS:
            self.service.database.execute("SELECT pg_notify('wasl_wakeups', $1)", job)

    def _charged(self) -> list[int]:
        return [charge["amount_minor"] for charge in self.sandbox.ledger()]

    def _events(self, intent: Intent) -> list[str]:
        rows = self.service.database.fetch(
            "SELECT kind FROM events WHERE payment_intent_uuid = $1 ORDER BY created_at",
            intent.uuid,
        )
        return [row["kind"] for row in rows]


def _resolve(settings: Settings, attempt_id: UUID, paid: bool) -> None:
    async def resolve() -> None:
        assert settings.database_url is not None
        async with services_on(settings, settings.database_url) as services:
            now = datetime.now(UTC)
            await services.resolve_attempt(attempt_id, paid, "the ledger", "a person", now)

    asyncio.run(resolve())
