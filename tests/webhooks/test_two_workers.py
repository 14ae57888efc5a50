"""Two workers side by side: every try is sent once."""

import asyncio
import json
from collections import Counter

from tests.engine.processes import running_workers
from tests.support.waiting import wait_for
from tests.webhooks.harness import Webhooks
from tests.webhooks.receiver import Received, Receiver, after, answer

DELIVERIES = 2_000


async def slow_and_sometimes_failing(received: Received, writer: asyncio.StreamWriter) -> bool:
    number = int(json.loads(received.body)["id"][-4:], 16)
    status = 500 if number % 5 == 0 else 200
    return await after(number % 20 / 1000, answer(status))(received, writer)


def test_two_workers_never_send_the_same_try_twice(
    own_webhooks: Webhooks, receiver: Receiver
) -> None:
    webhooks = own_webhooks
    receiver.otherwise = slow_and_sometimes_failing
    shops = [webhooks.new_shop(receiver.url()) for _ in range(4)]
    with running_workers(2, webhooks.database_url, webhook_allow_private=True) as workers:
        for shop in shops:
            webhooks.seed(shop, DELIVERIES // len(shops))
            webhooks.execute("SELECT pg_notify('wasl_wakeups', 'send_deliveries')")
        tried = "SELECT count(*) FILTER (WHERE tries > 0) FROM deliveries"
        wait_for(lambda: webhooks.value(tried) == DELIVERIES, within_s=60)
        failed = webhooks.value("SELECT count(*) FROM delivery_tries WHERE status_code = 500")
    tries = webhooks.fetch("SELECT delivery_id, count(*) FROM delivery_tries GROUP BY 1")
    seen = Counter(json.loads(body)["id"] for body in receiver.bodies())
    assert {str(row[0]): row[1] for row in tries} == dict(seen)
    succeeded = {
        str(r[0]) for r in webhooks.fetch("SELECT id FROM deliveries WHERE status = 'succeeded'")
    }
    assert {seen[delivery] for delivery in succeeded} == {1}
    assert 0 < failed < DELIVERIES
    # Each of them did a part.
    assert all(worker.records("delivery_not_received") for worker in workers)
