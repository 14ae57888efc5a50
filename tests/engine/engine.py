"""Drives the real services from plain functions, at a time that the test moves."""

import asyncio
import uuid
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import asyncpg

from tests.engine.books import Books, assert_ledger_agrees
from tests.engine.sandbox import Sandbox
from tests.support.cli import SECRET_KEY
from wasl.bootstrap import Services, services_on
from wasl.config import Settings
from wasl.domain.application import Method, Mode
from wasl.domain.attempt import Attempt
from wasl.domain.payment_intent import NewPaymentIntent, PaymentIntent
from wasl.provider_interface import CodeSent, Declined, Payer
from wasl.services.settle_attempt import Answer, SettleAttempt
from wasl.services.start_attempt import Started
from wasl.storage.pool import Pool, close_pool, open_pool

Result = TypeVar("Result")

AMOUNT = 25_000
BIRTH_YEAR = 1990


def settings_for(database_url: str, sandbox_url: str) -> Settings:
    return Settings(
        _env_file=None, database_url=database_url, secret_key=SECRET_KEY, sandbox_url=sandbox_url
    )


class Engine:
    def __init__(self, database_url: str, sandbox: Sandbox) -> None:
        self.database_url = database_url
        self.sandbox = sandbox
        self.now = datetime.now(UTC)
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self.services: Services = self.open_services(sandbox.url)
        self._settling_pool: Pool = self.run(open_pool(database_url, max_size=2))
        # For looking into the database past the service.
        self.sql = self.run(_driver_pool(database_url))
        self.application_id = self.new_application(*Method)

    def open_services(self, sandbox_url: str) -> Services:
        """Another process's, as far as anyone can tell; closed with the engine."""
        settings = settings_for(self.database_url, sandbox_url)
        entered = self._stack.enter_async_context(services_on(settings, self.database_url))
        return self.run(entered)

    def close(self) -> None:
        self.run(self.sql.close())
        self.run(close_pool(self._settling_pool))
        self.run(self._stack.aclose())
        self._runner.close()

    def reset(self) -> None:
        for table in ("events", "attempts", "payment_intents"):
            self.execute(f"DELETE FROM {table}")
        self.sandbox.reset()
        self.now = datetime.now(UTC)

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self._runner.run(work)

    def at_once(self, *works: Coroutine[Any, Any, Any]) -> list[Any]:
        """All together; an error takes the place of its result."""

        async def gather() -> list[Any]:
            return await asyncio.gather(*works, return_exceptions=True)

        return self.run(gather())

    def crash(self, work: Coroutine[Any, Any, Any], reached: Callable[[], bool]) -> None:
        """The process that does this work dies when this point is reached."""

        async def run_until_reached() -> None:
            task = asyncio.create_task(work)
            await wait_until(lambda: task.done() or reached())
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

        self.run(run_until_reached())

    def pass_time(self, seconds: float) -> None:
        """For us and for the providers."""
        self.now += timedelta(seconds=seconds)
        self.sandbox.advance(seconds)

    # What a merchant, a customer, an operator and the workers do.

    def new_application(self, *methods: Method) -> UUID:
        creation = self.services.create_application("A shop", Mode.TEST, methods, None, self.now)
        return self.run(creation).application_id

    def new_intent(
        self,
        amount: int = AMOUNT,
        expires_in: timedelta = timedelta(hours=2),
        application_id: UUID | None = None,
    ) -> UUID:
        new = NewPaymentIntent(
            str(uuid.uuid4()), amount, "LYD", None, None, None, None, self.now + expires_in
        )
        owner = application_id or self.application_id
        intent, created = self.run(self.services.create_payment_intent(owner, new, self.now))
        assert created
        return intent.uuid

    def starting(
        self,
        intent: UUID,
        method: Method,
        phone: str | None = None,
        address: str | None = None,
        birth_year: int = BIRTH_YEAR,
    ) -> Coroutine[Any, Any, Started]:
        payer = Payer(phone, birth_year) if phone else None
        return self.services.start_attempt(intent, method, payer, address, self.now)

    def start(self, intent: UUID, method: Method, phone: str | None = None) -> Attempt:
        return self.run(self.starting(intent, method, phone)).attempt

    def confirming(self, attempt: Attempt, code: str) -> Coroutine[Any, Any, Attempt]:
        return self.services.confirm_attempt(attempt.id, code, self.now)

    def confirm(self, attempt: Attempt, code: str) -> Attempt:
        return self.run(self.confirming(attempt, code))

    def resend(self, attempt: Attempt) -> tuple[Attempt, CodeSent | Declined]:
        return self.run(self.services.resend_code(attempt.id, self.now))

    def pay_card(self, attempt: Attempt, card: str) -> str:
        amount = self.intent(attempt.payment_intent_uuid).amount_minor
        return self.sandbox.pay_card(attempt.reference, amount, card)

    def revisit(self, attempt: Attempt) -> Attempt | None:
        """The customer comes back to the checkout."""
        return self.run(self.services.ask_provider.now(attempt.id, self.now))

    def reconcile(self) -> list[Attempt]:
        """Asks about everything that is due, and answers with what became of it."""
        ask = self.services.ask_provider
        asked: list[Attempt] = []
        for method in Method:
            while claimed := self.run(ask.claim_due(method, self.now)):
                settled = self.at_once(*(ask(attempt, self.now) for attempt in claimed))
                for attempt in settled:
                    assert isinstance(attempt, Attempt), attempt
                asked += settled
        return asked

    def expire(self) -> int:
        return self.run(self.services.expire_payment_intents(self.now))

    def settle(self, attempt: Attempt, answer: Answer, can_inquire: bool = True) -> Attempt:
        return self.run(
            SettleAttempt(self._settling_pool)(attempt.id, answer, can_inquire, self.now)
        )

    def resolve(self, attempt: Attempt, paid: bool) -> Attempt:
        return self.run(
            self.services.resolve_attempt(attempt.id, paid, "the ledger", "a person", self.now)
        )

    # What is stored.

    def execute(self, sql: str, *arguments: object) -> None:
        self.run(self.sql.execute(sql, *arguments))

    def fetch(self, sql: str, *arguments: object) -> list[Any]:
        return self.run(self.sql.fetch(sql, *arguments))

    def attempt(self, attempt: Attempt) -> Attempt:
        return next(a for a in self.books().attempts if a.id == attempt.id)

    def intent(self, intent: UUID) -> PaymentIntent:
        return next(i for i in self.books().intents if i.uuid == intent)

    def status(self, intent: UUID) -> str:
        return self.intent(intent).status

    def events(self, intent: UUID) -> list[str]:
        """In the order they happened."""
        return [
            kind.removeprefix("payment_intent.") for u, kind in self.books().events if u == intent
        ]

    def unresolved(self) -> Sequence[Attempt]:
        return self.run(self.services.list_unresolved(100))

    def books(self) -> Books:
        intents = ", ".join(PaymentIntent._fields).replace("metadata_json", "metadata")
        attempts = ", ".join(Attempt._fields)
        return Books(
            [PaymentIntent._make(r) for r in self.fetch(f"SELECT {intents} FROM payment_intents")],
            [Attempt._make(r) for r in self.fetch(f"SELECT {attempts} FROM attempts ORDER BY id")],
            [
                (row[0], row[1])
                for row in self.fetch(
                    "SELECT payment_intent_uuid, kind FROM events ORDER BY created_at, id"
                )
            ],
        )

    def assert_books_in_order(self) -> None:
        self.books().assert_in_order()

    def assert_ledger_agrees(self) -> None:
        assert_ledger_agrees(self.books(), self.sandbox.ledger())


async def wait_until(condition: Callable[[], bool]) -> None:
    """For what happens in another thread, while tasks of ours go on."""
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def _driver_pool(database_url: str) -> "asyncpg.Pool[asyncpg.Record]":
    return await asyncpg.create_pool(database_url, min_size=1, max_size=2)
