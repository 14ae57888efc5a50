"""The rows of the dashboard: each list, each search and the overview, beside a small table."""

import asyncio
import re
import secrets
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from http.cookiejar import CookieJar
from typing import Final
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import asyncpg

from benchmarks import stack
from benchmarks.report import Report
from benchmarks.stack import Service

_SMALL_ROWS: Final = 1_000
_CHUNK: Final = 100_000
_SAMPLES: Final = 30
_PASSWORD: Final = "a password that only the benchmark uses"

# A year of payments. Most are paid by card, and some expire. Of each rare kind there are 200 in
# every table: a page of them is full, and far apart where the table is large.
_INTENTS: Final = """
    INSERT INTO payment_intents (uuid, application_id, merchant_reference, reference,
        amount_minor, currency, status, paid_method, description, expires_at, created_at,
        updated_at)
    SELECT uuidv7((n - $3::bigint) * interval '1 year' / $3::bigint), $1, 'order-' || n,
        upper(substr(md5(n::text), 1, 8)),
        CASE WHEN n = $3 / 2 THEN 30001 WHEN rarity = 3 THEN 25000 WHEN rarity = 4 THEN 26000
            ELSE 1000000 + n % 500 * 1000 END,
        'LYD', status,
        CASE WHEN status <> 'succeeded' THEN '' WHEN rarity = 2 THEN 'edfali'
            WHEN n % 7 = 0 THEN 'sadad' ELSE 'card' END,
        'Order ' || n, at, at, at + interval '90 seconds'
    FROM generate_series($2::bigint + 1, $4::bigint) AS n,
        LATERAL (SELECT n % ($3::bigint / 200) AS rarity) AS rarity,
        LATERAL (
            SELECT now() + (n - $3::bigint) * interval '1 year' / $3::bigint AS at,
                CASE WHEN rarity = 1 THEN 'processing' WHEN rarity = 0 AND n <> $3 / 2 THEN
                    'canceled' ELSE 'succeeded' END AS status
        ) AS moment
"""
_ATTEMPTS: Final = """
    INSERT INTO attempts (id, application_id, payment_intent_uuid, method, state, masked_payer,
        created_at, updated_at)
    SELECT uuidv7(), application_id, uuid, paid_method, 'paid', '09*****001', created_at, updated_at
    FROM payment_intents WHERE paid_method <> ''
"""
_DELIVERIES: Final = """
    WITH told AS (
        INSERT INTO events (id, application_id, payment_intent_uuid, kind, created_at)
        SELECT uuidv7(updated_at - now()), application_id, uuid, 'payment_intent.' || status,
            updated_at
        FROM payment_intents WHERE status IN ('succeeded', 'canceled')
        RETURNING *
    )
    INSERT INTO deliveries (application_id, id, payment_intent_uuid, event, is_test, url,
        secret_encrypted, body, status, tries, created_at)
    SELECT told.application_id, id, payment_intent_uuid, kind, false, 'https://a.example/hook', '',
        '{}', CASE WHEN intent.amount_minor = 26000 THEN 'failed' ELSE 'succeeded' END, 1,
        told.created_at
    FROM told JOIN payment_intents AS intent ON intent.uuid = payment_intent_uuid
"""
_TRIES: Final = """
    INSERT INTO delivery_tries (application_id, delivery_id, number, is_resend, url, started_at,
        duration_ms, address, status_code, answer, answer_cut, outcome)
    SELECT application_id, id, 1, false, url, created_at, 12, '127.0.0.1', 200, 'ok', false,
        'succeeded'
    FROM deliveries
"""
_DAYS: Final = """
    INSERT INTO payment_days
    SELECT application_id, (updated_at AT TIME ZONE 'Africa/Tripoli')::date, paid_method,
        count(*) FILTER (WHERE status = 'succeeded'), count(*) FILTER (WHERE status = 'canceled'),
        coalesce(sum(amount_minor) FILTER (WHERE status = 'succeeded'), 0)
    FROM payment_intents WHERE status IN ('succeeded', 'canceled') GROUP BY 1, 2, 3
"""


@dataclass(frozen=True)
class Desk:
    """Someone signed in, on a service whose application has so many payments."""

    service: Service
    browser: OpenerDirector
    some: dict[str, str]

    def open(self, page: str, query: dict[str, str]) -> str:
        query = {name: value.format(**self.some) for name, value in query.items()}
        application = f"/dashboard/applications/{self.service.application_id}"
        path = f"{application}{page.format(**self.some)}?{urlencode(query)}"
        with self.browser.open(f"http://127.0.0.1:{self.service.port}{path}") as answer:
            text: str = answer.read().decode()
        if answer.status != 200 or "people/sign_in" in text:
            raise RuntimeError(f"{path} answered {answer.status}")
        return text

    def milliseconds(self, page: str, query: dict[str, str]) -> float:
        started_s = time.perf_counter()
        self.open(page, query)
        return (time.perf_counter() - started_s) * 1000


# What is looked at, by name: the page and its query, in which names stand for what the table has.
_VIEWS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "overview": ("/overview", {}),
    "payments": ("/payments", {}),
    "payments, a page in the middle": ("/payments", {"before": "{middle}"}),
    "payments by status": ("/payments", {"status": "processing"}),
    "payments by method": ("/payments", {"method": "edfali"}),
    "payments by amount": ("/payments", {"amount": "25"}),
    "payments by a rare amount and status": (
        "/payments",
        {"amount": "{amount}", "status": "succeeded"},
    ),
    "payments by date": ("/payments", {"to": "{day}"}),
    "payments by reference": ("/payments", {"q": "{reference}"}),
    "payments by merchant reference": ("/payments", {"q": "{merchant}"}),
    "payments by uuid": ("/payments", {"q": "{middle}"}),
    "one payment": ("/payments/{middle}", {}),
    "deliveries": ("/deliveries", {}),
    "deliveries, a page in the middle": ("/deliveries", {"before": "{middle}"}),
    "deliveries that failed": ("/deliveries", {"status": "failed"}),
    "deliveries by event": ("/deliveries", {"event": "payment_intent.canceled"}),
    "deliveries of a payment": ("/deliveries", {"payment": "{merchant}"}),
    "deliveries by date": ("/deliveries", {"to": "{day}"}),
}


def measure(report: Report, database_url: str, large_rows: int, rounds: int) -> None:
    with ExitStack() as running:
        desks = []
        for name, rows in (("desk", _SMALL_ROWS), ("desk_large", large_rows)):
            service = running.enter_context(stack.service(report.database(database_url, name)))
            with report.step(f"filling tables with {rows:,} payments and deliveries") as step:
                asyncio.run(_fill(service, rows, step))
            desks.append(_sit_down(service))
        small, large = desks
        for name, (page, query) in _VIEWS.items():
            _compare(report, name, small, large, page, query, large_rows, rounds)


def _compare(
    report: Report,
    name: str,
    small: Desk,
    large: Desk,
    page: str,
    query: dict[str, str],
    large_rows: int,
    rounds: int,
) -> None:
    ratios, times_ms = [], []
    for _ in report.rounds(name, rounds):
        # In turn, so that whatever else the machine does falls on both.
        pairs = [
            (large.milliseconds(page, query), small.milliseconds(page, query))
            for _ in range(_SAMPLES)
        ]
        of_large, of_small = (statistics.median(side) for side in zip(*pairs, strict=True))
        ratios.append(of_large / of_small)
        times_ms.append(of_large)
    report.figure(f"dashboard: {name}", f"{statistics.median(times_ms):.1f}", "ms")
    report.ratio(f"dashboard: {name}, {large_rows:,} rows ÷ {_SMALL_ROWS:,}", ratios, at_most=2.0)


def _sit_down(service: Service) -> Desk:
    """Signs up in the dashboard itself, and takes the application that was filled."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    address = f"http://127.0.0.1:{service.port}/dashboard/sign-up"
    with browser.open(address) as answer:
        csrf = re.findall(r'name="csrf" value="([^"]+)"', answer.read().decode())[0]
    email = f"{secrets.token_hex(8)}@shop.example"
    typed = {"csrf": csrf, "name": "Benchmark", "account_name": "Benchmark", "email": email}
    browser.open(address, urlencode(typed | {"password": _PASSWORD}).encode()).close()
    return Desk(service, browser, asyncio.run(_take_over(service, email)))


async def _take_over(service: Service, email: str) -> dict[str, str]:
    connection = await asyncpg.connect(service.database_url)
    await connection.execute(
        """
        UPDATE applications SET account_id = (
            SELECT account_id FROM memberships JOIN users ON users.id = user_id WHERE email = $2
        ) WHERE id = $1
        """,
        service.application_id,
        email,
    )
    middle = await connection.fetchrow(
        """
        SELECT uuid::text AS middle, reference, merchant_reference AS merchant,
            to_char(created_at, 'YYYY-MM-DD') AS day
        FROM payment_intents WHERE merchant_reference = 'order-' || (
            SELECT count(*) / 2 FROM payment_intents
        )
        """
    )
    rare: int = await connection.fetchval(
        "SELECT amount_minor FROM payment_intents WHERE amount_minor % 1000 = 1"
    )
    await connection.close()
    assert middle is not None
    return dict(middle) | {"amount": f"{rare / 1000:.3f}"}


async def _fill(service: Service, rows: int, progress: Callable[[int], None]) -> None:
    connection = await asyncpg.connect(service.database_url)
    for start in range(0, rows, _CHUNK):
        end = min(start + _CHUNK, rows)
        await connection.execute(_INTENTS, service.application_id, start, rows, end)
        progress(end)
    for statement in (_ATTEMPTS, _DELIVERIES, _TRIES, _DAYS):
        await connection.execute(statement, timeout=None)
    await connection.execute("VACUUM (ANALYZE)", timeout=None)
    await connection.execute("CHECKPOINT", timeout=None)
    await connection.close()
