"""The rows of webhooks: how many leave a second, how soon the first one, and beside how many."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, NamedTuple
from uuid import UUID

import asyncpg
import psutil

from benchmarks import stack
from benchmarks.load import run_load
from benchmarks.report import Report
from wasl.domain.event import EventKind
from wasl.domain.payment_intent import new_uuid
from wasl.domain.webhook_event import webhook_body
from wasl.storage import deliveries, delivery_outcomes, wakeups
from wasl.storage.deliveries import NewDelivery

_DELIVERIES: Final = 10_000
_SMALL_ROWS: Final = 1_000
_AT_ONCE: Final = 50
_SAMPLES: Final = 300
_CHUNK: Final = 250_000
_POLL_S: Final = 0.02

_NEW: Final = """
    INSERT INTO deliveries (application_id, id, payment_intent_uuid, event, is_test, url,
        secret_encrypted, body, status, tries, created_at)
    SELECT application.id, new.id, new.intent, 'payment_intent.succeeded', false,
        application.webhook_url, application.webhook_secret_encrypted,
        convert_to(format(
            '{"id":"%s","event":"payment_intent.succeeded","data":{"uuid":"%s"}}',
            new.id, new.intent
        ), 'UTF8'),
        $3, $4, now()
    FROM applications AS application,
        (SELECT uuidv7() AS id, uuidv7() AS intent FROM generate_series(1, $2)) AS new
    WHERE application.id = $1
    RETURNING application_id, id, url
"""
_SEED_QUEUED: Final = f"""
    WITH new AS ({_NEW})
    INSERT INTO delivery_queue (application_id, delivery_id, due_at, next_try_at)
    SELECT application_id, id, now(), now() FROM new
"""
_SEED_FINISHED: Final = f"""
    WITH new AS ({_NEW})
    INSERT INTO delivery_tries (application_id, delivery_id, number, is_resend, url, started_at,
        duration_ms, address, status_code, answer, answer_cut, outcome)
    SELECT application_id, id, 1, false, url, now(), 12, '127.0.0.1', 200, 'ok', false,
        'succeeded'
    FROM new
"""
_LEFT: Final = "SELECT count(*) FROM delivery_queue"


class Rate(NamedTuple):
    """`processor_us`: of the sending processes, for each that was sent."""

    per_second: float
    processor_us: float


@dataclass(frozen=True)
class Shop:
    database_url: str
    application_id: str
    webhook_url: str


def measure(report: Report, database_url: str, large_rows: int, rounds: int) -> None:
    with ExitStack() as running:
        port = running.enter_context(stack.webhook_receiver())
        small = _shop(report, database_url, "webhooks", port)
        asyncio.run(_fill(small, _SMALL_ROWS, lambda _: None))
        _rates(report, small, rounds)
        _delays(report, small, port, rounds)
        large = _shop(report, database_url, "webhooks_large", port)
        with report.step(f"filling a table with {large_rows:,} finished deliveries") as step:
            asyncio.run(_fill(large, large_rows, step))
        _sizes(report, small, large, large_rows, rounds)


def _rates(report: Report, small: Shop, rounds: int) -> None:
    bare, one, two = [], [], []
    for _ in report.rounds("webhooks beside a bare client", rounds):
        bare.append(_bare(small.webhook_url))
        one.append(_sent(small, workers=1))
        two.append(_sent(small, workers=2))
    for name, rates in (("bare aiohttp posts", bare), ("webhooks by one worker", one)):
        middle = statistics.median(rate.per_second for rate in rates)
        report.figure(name, f"{middle:,.0f}", "/s")
        middle = statistics.median(rate.processor_us for rate in rates)
        report.figure(f"{name}, processor time of each", f"{middle:.0f}", "µs")
    report.ratio(
        "webhooks by one worker ÷ bare aiohttp posts",
        [a.per_second / b.per_second for a, b in zip(one, bare, strict=True)],
        at_least=0.6,
    )
    report.ratio(
        "processor time of a bare post ÷ of a webhook in the worker",
        [b.processor_us / a.processor_us for a, b in zip(one, bare, strict=True)],
    )
    report.ratio(
        "webhooks by two workers ÷ by one",
        [a.per_second / b.per_second for a, b in zip(two, one, strict=True)],
    )


def _delays(report: Report, small: Shop, port: int, rounds: int) -> None:
    delays_ms: list[float] = []
    round_trips_ms = []
    with _workers(small, 1):
        # Until the worker has started.
        asyncio.run(_commits_s(small, 1))
        for _ in report.rounds("from commit to first byte", rounds):
            committed_s = asyncio.run(_commits_s(small, _SAMPLES))
            arrived_s = _arrivals_s(port)
            delays_ms += [(arrived_s[one] - at_s) * 1000 for one, at_s in committed_s.items()]
            load = run_load(port, 1, 0.2, lambda _: _posts())
            round_trips_ms.append(load.percentile_ms(0.5))
    ordered = sorted(delays_ms)
    report.figure("from commit to first byte, p50", f"{statistics.median(ordered):.2f}", "ms")
    report.figure(
        "from commit to first byte, p99", f"{ordered[len(ordered) * 99 // 100]:.2f}", "ms"
    )
    report.figure(
        "bare round trip to the receiver, p50", f"{statistics.median(round_trips_ms):.3f}", "ms"
    )


def _sizes(report: Report, small: Shop, large: Shop, large_rows: int, rounds: int) -> None:
    ratios = [
        _sent(large, workers=1).per_second / _sent(small, workers=1).per_second
        for _ in report.rounds("webhooks beside many finished ones", rounds)
    ]
    report.ratio(
        f"webhooks with {large_rows:,} finished ÷ with {_SMALL_ROWS:,}", ratios, at_least=0.85
    )


def _shop(report: Report, database_url: str, name: str, port: int) -> Shop:
    url = report.database(database_url, name)
    webhook_url = f"http://127.0.0.1:{port}/hook"
    wasl = [sys.executable, "-m", "wasl"]
    environment = _environment(url)
    subprocess.run([*wasl, "migrate"], env=environment, check=True, stdout=subprocess.DEVNULL)
    create = [*wasl, "operator", "create-application", "--name", "Benchmark", "--json"]
    issued = subprocess.check_output([*create, "--webhook-url", webhook_url], env=environment)
    return Shop(url, json.loads(issued)["application_id"], webhook_url)


def _environment(database_url: str) -> dict[str, str]:
    return os.environ | {
        "WASL_DATABASE_URL": database_url,
        "WASL_SECRET_KEY": stack.SECRET_KEY,
        "WASL_WEBHOOK_ALLOW_PRIVATE": "true",
        "WASL_LOG_LEVEL": "warning",
    }


async def _fill(shop: Shop, rows: int, progress: Callable[[int], None]) -> None:
    connection = await asyncpg.connect(shop.database_url)
    for start in range(0, rows, _CHUNK):
        count = min(_CHUNK, rows - start)
        await connection.execute(_SEED_FINISHED, shop.application_id, count, "succeeded", 1)
        progress(start + count)
    await connection.execute("VACUUM (ANALYZE) deliveries, delivery_tries, delivery_queue")
    await connection.execute("CHECKPOINT")
    await connection.close()


def _bare(url: str) -> Rate:
    command = [sys.executable, "-m", "benchmarks.bare_poster", url, str(_DELIVERIES), str(_AT_ONCE)]
    per_second, processor_us = subprocess.check_output(command, text=True).split()
    return Rate(float(per_second), float(processor_us))


def _sent(shop: Shop, workers: int) -> Rate:
    return asyncio.run(_send_all(shop, workers))


async def _send_all(shop: Shop, workers: int) -> Rate:
    """From the first that is recorded to the last: starting a process is not work."""
    connection = await asyncpg.connect(shop.database_url)
    await connection.execute(_SEED_QUEUED, shop.application_id, _DELIVERIES, "pending", 0)
    before = await _recorded(connection)
    try:
        with _workers(shop, workers) as parents:
            first = await _until_recorded(connection, before + 1)
            started_s, used_s = time.perf_counter(), _processor_s(parents)
            last = await _until_recorded(connection, before + _DELIVERIES)
            seconds, used_s = time.perf_counter() - started_s, _processor_s(parents) - used_s
        assert await connection.fetchval(_LEFT) == 0
        return Rate((last - first) / seconds, used_s * 1e6 / (last - first))
    finally:
        await connection.close()


def _processor_s(parents: list[subprocess.Popen[bytes]]) -> float:
    """Of the processes that work; each has a parent that only waits."""
    working = [child for one in parents for child in psutil.Process(one.pid).children()]
    return sum(sum(child.cpu_times()[:2]) for child in working)


async def _until_recorded(connection: asyncpg.Connection, enough: int) -> int:
    """By the counters of outcomes: counting the queue itself would be a load on the database."""
    while True:
        recorded = await _recorded(connection)
        if recorded >= enough:
            return recorded
        await asyncio.sleep(_POLL_S)


async def _recorded(connection: asyncpg.Connection) -> int:
    return sum((await delivery_outcomes.totals(connection)).values())


@contextmanager
def _workers(shop: Shop, count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    command = [sys.executable, "-m", "wasl", "work"]
    environment = _environment(shop.database_url)
    running = [subprocess.Popen(command, env=environment) for _ in range(count)]
    try:
        yield running
    finally:
        for worker in running:
            worker.terminate()
        for worker in running:
            worker.wait()


async def _commits_s(shop: Shop, count: int) -> dict[str, float]:
    """One at a time, as `change_status` writes them; when each was committed, by its id."""
    connection = await asyncpg.connect(shop.database_url)
    committed_s = {}
    for _ in range(count):
        now = datetime.now(UTC)
        delivery, intent = new_uuid(now), new_uuid(now)
        kind = EventKind.SUCCEEDED
        body = webhook_body(delivery, kind, intent)
        new = NewDelivery(delivery, UUID(shop.application_id), intent, kind, body)
        async with connection.transaction():
            await deliveries.insert_many(connection, [new], now)
            await wakeups.wake(connection, wakeups.SEND_DELIVERIES)
        committed_s[str(delivery)] = time.time()
        await asyncio.sleep(_POLL_S)
    while await connection.fetchval(_LEFT) > 0:  # noqa: ASYNC110 - it is the database that knows
        await asyncio.sleep(_POLL_S)
    await connection.close()
    return committed_s


def _arrivals_s(port: int) -> dict[str, float]:
    arrived: dict[str, float] = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/"))
    return arrived


def _posts() -> Iterator[bytes]:
    now = datetime.now(UTC)
    while True:
        body = webhook_body(new_uuid(now), EventKind.SUCCEEDED, new_uuid(now))
        yield b"POST /hook HTTP/1.1\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)
