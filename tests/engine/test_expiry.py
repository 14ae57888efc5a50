"""Workers as processes of their own cancel what was not paid in time, each intent once."""

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from tests.engine import values
from tests.engine.engine import Engine, wait_until
from tests.engine.processes import Worker, running_workers
from tests.engine.sandbox import Sandbox
from tests.support.checkout_form import Customer
from tests.support.server import Server, running_server
from tests.support.waiting import wait_for
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt

SECOND = timedelta(seconds=1)
MANY = 1_000
ROUNDS = 60


@pytest.fixture(scope="module")
def two_workers(
    postgres_database: str, shared_sandbox: Sandbox
) -> Iterator[tuple[Engine, list[Worker]]]:
    engine = Engine(postgres_database, shared_sandbox)
    with running_workers(2, engine.database_url, shared_sandbox.url) as workers:
        yield engine, workers
    engine.close()


@pytest.fixture
def two_servers(postgres_database: str, shared_sandbox: Sandbox) -> Iterator[list[Server]]:
    with (
        running_server(postgres_database, 1, sandbox_url=shared_sandbox.url) as one,
        running_server(postgres_database, 1, sandbox_url=shared_sandbox.url) as other,
    ):
        yield [one, other]
    assert one.failures() + other.failures() == []


@pytest.fixture
def live(two_workers: tuple[Engine, list[Worker]]) -> Iterator[Engine]:
    """An engine at the true time, with two workers beside it."""
    engine, _ = two_workers
    engine.reset()
    yield engine
    engine.assert_books_in_order()


def let_expire(engine: Engine, moment: datetime, *intents: UUID) -> None:
    """Minutes would be too long to wait, so their end is moved and the workers are told."""
    engine.execute(
        "UPDATE payment_intents SET expires_at = $1 WHERE uuid = ANY($2::uuid[])", moment, intents
    )
    engine.execute("SELECT pg_notify('wasl_wakeups', 'expire_intents')")


def test_an_intent_is_canceled_within_a_second_of_its_end(live: Engine) -> None:
    intent = live.new_intent()
    end = datetime.now(UTC) + SECOND
    let_expire(live, end, intent)
    wait_for(lambda: live.status(intent) == "canceled")
    assert end <= datetime.now(UTC) < end + SECOND
    assert live.events(intent) == ["canceled"]


@pytest.mark.parametrize("expires_in_s", [0.5, 1.5], ids=["during the call", "after the call"])
def test_an_intent_that_was_being_paid_at_its_end_is_canceled_as_soon_as_it_can_be(
    live: Engine, expires_in_s: float
) -> None:
    """The workers slept on, because what is being paid does not expire."""
    intent = live.new_intent()
    attempt = live.start(intent, Method.SADAD, values.SADAD_POOR)
    live.sandbox.fault("sadad", "Pay", "slow", seconds=1)

    async def confirm_and_move_the_end() -> datetime:
        confirm = asyncio.create_task(live.confirming(attempt, values.SADAD_CODE))
        await wait_until(lambda: live.sandbox.asked("Pay") > 0)
        end = datetime.now(UTC) + timedelta(seconds=expires_in_s)
        await live.sql.execute("UPDATE payment_intents SET expires_at = $1", end)
        await live.sql.execute("SELECT pg_notify('wasl_wakeups', 'expire_intents')")
        await confirm
        return max(end, datetime.now(UTC))

    could_be = live.run(confirm_and_move_the_end())
    wait_for(lambda: live.status(intent) == "canceled")
    assert datetime.now(UTC) < could_be + SECOND
    assert live.events(intent) == ["canceled"]


def test_two_workers_cancel_a_thousand_intents_of_one_second_once_each(
    live: Engine, two_workers: tuple[Engine, list[Worker]]
) -> None:
    _, workers = two_workers
    before = sum(record["count"] for w in workers for record in w.records("intents_expired"))
    intents = [live.new_intent() for _ in range(MANY)]
    end = datetime.now(UTC) + SECOND
    let_expire(live, end, *intents)
    left = "SELECT count(*) FROM payment_intents WHERE status <> 'canceled'"
    wait_for(lambda: live.fetch(left)[0][0] == 0)
    assert datetime.now(UTC) < end + 2 * SECOND
    (events,) = live.fetch("SELECT count(*), count(DISTINCT payment_intent_uuid) FROM events")
    assert tuple(events) == (MANY, MANY)
    wait_for(
        lambda: (
            sum(record["count"] for w in workers for record in w.records("intents_expired"))
            - before
            == MANY
        )
    )


def test_a_code_submitted_at_the_very_end_either_pays_or_is_refused(
    live: Engine, two_servers: list[Server]
) -> None:
    """Two servers and two workers around the same moment: never charged and not succeeded."""
    starts = [
        (live.new_intent(), method, prefix + f"{number:06}")
        for number in range(ROUNDS // 2)
        for method, prefix in ((Method.SADAD, "0911"), (Method.EDFALI, "0921"))
    ]
    started = live.at_once(*(live.starting(*start) for start in starts))
    attempts = [one.attempt for one in started]
    servers = itertools.cycle(server.url for server in two_servers)

    async def all_submit() -> list[str]:
        async with AsyncExitStack() as stack:
            customers = [
                await stack.enter_async_context(Customer(server, attempt.payment_intent_uuid))
                for attempt, server in zip(attempts, servers, strict=False)
            ]
            looks = await asyncio.gather(*(customer.look() for customer in customers))
            assert set(looks) == {"code"}
            end = datetime.now(UTC) + 2 * SECOND
            await live.sql.execute("UPDATE payment_intents SET expires_at = $1", end)
            await live.sql.execute("SELECT pg_notify('wasl_wakeups', 'expire_intents')")
            turns = zip(customers, attempts, itertools.count(-1800, 33), strict=False)
            return await asyncio.gather(*(submit(*turn, end) for turn in turns))

    async def submit(customer: Customer, attempt: Attempt, offset_ms: int, end: datetime) -> str:
        moment = end + timedelta(milliseconds=offset_ms)
        await asyncio.sleep((moment - datetime.now(UTC)).total_seconds())
        code = values.SADAD_CODE if attempt.method == "sadad" else values.EDFALI_CODE
        return await customer.send("code", code=code)

    pages = live.run(all_submit())
    assert set(pages) == {"paid", "expired"}, "the moment was hit from both sides"
    wait_for(lambda: {i.status for i in live.books().intents} == {"succeeded", "canceled"})
    for attempt, page in zip(attempts, pages, strict=True):
        ended = "succeeded" if page == "paid" else "canceled"
        assert live.status(attempt.payment_intent_uuid) == ended
    assert len(live.sandbox.ledger()) == pages.count("paid")
    live.assert_ledger_agrees()


@pytest.mark.parametrize("row", ["APPROVED", "CHARGED_LOST", "NOT_CHARGED_LOST", "LATE", "POOR"])
def test_whatever_the_answer_expiry_at_the_same_moment_loses_no_money(
    engine: Engine, row: str
) -> None:
    end = timedelta(minutes=6)
    intents = [engine.new_intent(expires_in=end) for _ in range(8)]
    phone = getattr(values, f"SADAD_{row}")
    attempts = [engine.start(intent, Method.SADAD, phone) for intent in intents]
    just_before = engine.now + end - timedelta(milliseconds=1)
    engine.pass_time(end.total_seconds())
    confirm, sweep = engine.services.confirm_attempt, engine.services.expire_payment_intents
    engine.at_once(
        *(confirm(attempt.id, values.SADAD_CODE, just_before) for attempt in attempts),
        *(sweep(engine.now) for _ in attempts),
    )
    for _ in range(20):
        engine.pass_time(300)
        engine.reconcile()
        engine.expire()
    charged = {charge["reference"] for charge in engine.sandbox.ledger()}
    for attempt in attempts:
        ended = "succeeded" if attempt.reference in charged else "canceled"
        assert engine.status(attempt.payment_intent_uuid) == ended
    engine.assert_ledger_agrees()
