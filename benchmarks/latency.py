"""One request at a time: what an idle service adds to its database and its server."""

import asyncio
import secrets
import statistics
import time
from datetime import UTC, datetime
from uuid import UUID

from benchmarks.load import run_load
from benchmarks.requests import creates
from benchmarks.stack import Service
from wasl.domain.payment_intent import NewPaymentIntent, open_intent
from wasl.storage import payment_intents
from wasl.storage.pool import close_pool, connection_from, open_pool


def create_p50_ms(service: Service, port: int, seconds: float) -> float:
    """`port` is the service's own, or that of something simpler which is sent the same."""
    return run_load(port, 1, seconds, creates(service)).percentile_ms(0.5)


def insert_p50_ms(service: Service, count: int) -> float:
    return asyncio.run(_insert_p50_ms(service, count))


async def _insert_p50_ms(service: Service, count: int) -> float:
    pool = await open_pool(service.database_url, 3)
    run = secrets.token_hex(4)
    durations_s = []
    async with connection_from(pool) as connection:
        for number in range(count):
            intent = open_intent(
                NewPaymentIntent(
                    merchant_reference=f"order-{run}-{number}",
                    amount_minor=25_000,
                    currency="LYD",
                    description=f"Order {number}",
                    customer_external_id=f"c-{number}",
                    return_url=f"https://shop.example/orders/{number}",
                    metadata_json='{"order":"1"}',
                    expires_at=None,
                ),
                UUID(service.application_id),
                datetime.now(UTC),
            )
            started_s = time.perf_counter()
            await payment_intents.insert_many(connection, [intent])
            durations_s.append(time.perf_counter() - started_s)
    await close_pool(pool)
    return statistics.median(durations_s) * 1000
