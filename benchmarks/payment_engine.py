"""The rows of the payment engine: what the workers do per second, and what it costs the API."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import asyncpg

from benchmarks import stack
from benchmarks.load import run_load
from benchmarks.report import Report
from benchmarks.requests import creates
from benchmarks.stack import Service

CONNECTIONS: Final = 256
_EXPIRING: Final = 15_000
_UNKNOWN: Final = 600
_POLL_S: Final = 0.05

_SEED_INTENTS: Final = """
    INSERT INTO payment_intents (uuid, application_id, merchant_reference, reference,
        amount_minor, currency, status, expires_at, created_at, updated_at)
    SELECT uuidv7(), $1, 'seed-' || $2 || '-' || n, upper(substr(md5(random()::text), 1, 8)),
        25000, 'LYD', $3,
        now() + $4 * interval '1 hour', now() - interval '1 day', now() - interval '1 day'
    FROM generate_series(1, $5) AS n
"""
# Asked for the first time now; the simulator knows none of them, so each comes to an end.
_SEED_ATTEMPTS: Final = """
    INSERT INTO attempts (id, application_id, payment_intent_uuid, method, state, in_flight_at,
        next_inquiry_at, created_at, updated_at)
    SELECT uuidv7(), application_id, uuid, 'sadad', 'in_flight', now() - interval '1 hour',
        now(), now() - interval '1 hour', now() - interval '1 hour'
    FROM payment_intents WHERE status = 'processing'
"""
_LEFT: Final = {
    "expiry": """
        SELECT count(*) FROM payment_intents
        WHERE status = 'requires_payment_method' AND expires_at <= now()
    """,
    "reconciliation": "SELECT count(*) FROM attempts WHERE state = 'in_flight'",
}


def measure(report: Report, database_url: str, rounds: int, seconds: int) -> None:
    with ExitStack() as running:
        service = running.enter_context(stack.service(report.database(database_url, "engine")))
        sandbox_url = running.enter_context(_sandbox())
        run_load(service.port, CONNECTIONS, 2, creates(service))
        for job, seed in (("expiry", _seed_expiring), ("reconciliation", _seed_unknown)):
            rates, slowed = [], []
            for number in report.rounds(f"creates beside {job}", rounds):
                alone = run_load(service.port, CONNECTIONS, seconds, creates(service))
                asyncio.run(seed(service, f"{job}-{number}"))
                with _worker(service, sandbox_url):
                    _wait_until_begun(service, job)
                    beside = run_load(service.port, CONNECTIONS, seconds, creates(service))
                    _wait_until_done(service, job)
                slowed.append(beside.per_second / alone.per_second)
                rates.append(_rate_alone(service, sandbox_url, job, seed, number))
            unit = "intents expired" if job == "expiry" else "attempts reconciled"
            report.figure(f"{unit} by one worker", f"{statistics.median(rates):,.0f}", "/s")
            report.ratio(f"creates beside {job} ÷ creates alone", slowed, at_least=0.8)


Seed = Callable[[Service, str], Coroutine[None, None, None]]


def _rate_alone(service: Service, sandbox_url: str, job: str, seed: Seed, number: int) -> float:
    """From the first that is done to the last: starting a process is not work."""
    asyncio.run(seed(service, f"{job}-alone-{number}"))
    count = asyncio.run(_left(service, job))
    with _worker(service, sandbox_url):
        started_s = time.perf_counter()
        first_left = count
        while first_left == count:
            first_left = asyncio.run(_left(service, job))
            started_s = started_s if first_left == count else time.perf_counter()
        _wait_until_done(service, job)
        return first_left / (time.perf_counter() - started_s)


async def _seed_expiring(service: Service, run: str) -> None:
    connection = await asyncpg.connect(service.database_url)
    await connection.execute(
        _SEED_INTENTS, service.application_id, run, "requires_payment_method", -1, _EXPIRING
    )
    await connection.close()


async def _seed_unknown(service: Service, run: str) -> None:
    connection = await asyncpg.connect(service.database_url)
    async with connection.transaction():
        await connection.execute(
            _SEED_INTENTS, service.application_id, run, "processing", 1, _UNKNOWN
        )
        await connection.execute(_SEED_ATTEMPTS)
    await connection.close()


async def _left(service: Service, job: str) -> int:
    connection = await asyncpg.connect(service.database_url)
    count: int = await connection.fetchval(_LEFT[job])
    await connection.close()
    return count


def _wait_until_begun(service: Service, job: str) -> None:
    """Starting a process is not what is measured."""
    seeded = asyncio.run(_left(service, job))
    while asyncio.run(_left(service, job)) == seeded:
        time.sleep(_POLL_S)


def _wait_until_done(service: Service, job: str) -> None:
    while asyncio.run(_left(service, job)):
        time.sleep(_POLL_S)


@contextmanager
def _worker(service: Service, sandbox_url: str) -> Iterator[None]:
    environment = os.environ | {
        "WASL_DATABASE_URL": service.database_url,
        "WASL_SECRET_KEY": stack.SECRET_KEY,
        "WASL_SANDBOX_URL": sandbox_url,
        "WASL_LOG_LEVEL": "warning",
    }
    worker = subprocess.Popen([sys.executable, "-m", "wasl", "work"], env=environment)
    try:
        yield
    finally:
        worker.terminate()
        worker.wait()


@contextmanager
def _sandbox() -> Iterator[str]:
    sandbox = subprocess.Popen(
        [sys.executable, "-m", "wasl", "sandbox", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert sandbox.stdout is not None
        url = sandbox.stdout.readline().split()[-1]
        json.load(urllib.request.urlopen(f"{url}/ledger"))
        yield url
    finally:
        sandbox.terminate()
        sandbox.wait()
