"""The event and its delivery are written with the status change, or none of them is."""

import asyncio
import json
from datetime import timedelta

import pytest

from tests.webhooks.harness import Shop, Webhooks
from tests.webhooks.receiver import Receiver
from wasl.domain.payment_intent import Status
from wasl.services.change_status import change_status
from wasl.storage.listener import Listener
from wasl.storage.pool import transaction_from
from wasl.storage.wakeups import CHANNEL


def stored(webhooks: Webhooks, table: str) -> int:
    count: int = webhooks.value(f"SELECT count(*) FROM {table}")
    return count


def test_a_delivery_carries_all_that_will_be_sent(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    intent = webhooks.new_intent(shop)
    webhooks.move(intent)
    [row] = webhooks.fetch("SELECT * FROM deliveries WHERE application_id = $1", shop.id)
    assert json.loads(row["body"]) == {
        "id": str(row["id"]),
        "event": "payment_intent.succeeded",
        "data": {"uuid": str(intent.uuid)},
    }
    assert (row["url"], row["status"], row["tries"]) == (receiver.url(), "pending", 0)
    assert shop.secret not in str(row)
    [event] = webhooks.fetch("SELECT id FROM events WHERE application_id = $1", shop.id)
    assert event["id"] == row["id"]


def test_without_a_url_there_is_an_event_and_no_delivery(webhooks: Webhooks) -> None:
    before = stored(webhooks, "deliveries")
    webhooks.pay(webhooks.new_shop(None))
    assert stored(webhooks, "deliveries") == before
    assert stored(webhooks, "delivery_queue") == 0


def test_a_change_that_is_rolled_back_tells_nobody(webhooks: Webhooks, shop: Shop) -> None:
    intent = webhooks.new_intent(shop)

    async def fail_after_the_change() -> None:
        async with transaction_from(webhooks._pool) as connection:
            assert await change_status(connection, [intent], Status.SUCCEEDED, webhooks.now)
            raise ArithmeticError

    with pytest.raises(ArithmeticError):
        webhooks.run(fail_after_the_change())
    assert stored(webhooks, "delivery_queue") == 0
    assert webhooks.fetch("SELECT 1 FROM deliveries WHERE application_id = $1", shop.id) == []


def test_a_move_that_is_not_made_tells_nobody_twice(webhooks: Webhooks, shop: Shop) -> None:
    intent = webhooks.new_intent(shop)
    assert webhooks.move(intent) == [intent]
    assert webhooks.move(intent) == []
    assert stored(webhooks, "delivery_queue") == 1


def test_an_attempt_that_fails_is_no_event(webhooks: Webhooks, shop: Shop) -> None:
    intent = webhooks.new_intent(shop)
    webhooks.move(intent, to=Status.PROCESSING)
    webhooks.move(intent, to=Status.REQUIRES_PAYMENT_METHOD)
    assert stored(webhooks, "delivery_queue") == 0


def test_a_late_payment_is_told_after_the_cancellation(webhooks: Webhooks, shop: Shop) -> None:
    intent = webhooks.new_intent(shop)
    webhooks.move(intent, to=Status.CANCELED)
    webhooks.move(intent, to=Status.SUCCEEDED)
    rows = webhooks.fetch("SELECT event FROM deliveries WHERE application_id = $1", shop.id)
    assert sorted(row[0] for row in rows) == ["payment_intent.canceled", "payment_intent.succeeded"]


def test_a_thousand_intents_expire_in_one_statement_each_with_its_own(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    silent = webhooks.new_shop(None)
    keys = [webhooks.new_intent(owner) for owner in (shop, silent) for _ in range(500)]
    assert len(webhooks.move(*keys, to=Status.CANCELED)) == 1000
    assert stored(webhooks, "delivery_queue") == 500
    assert len(webhooks.send_due()) == 500
    told = {json.loads(body)["data"]["uuid"] for body in receiver.bodies()}
    assert told == {str(key.uuid) for key in keys[:500]}


def test_workers_hear_of_a_delivery_when_it_is_committed(webhooks: Webhooks, shop: Shop) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()
    listening = asyncio.Event()
    listener = Listener(webhooks.database_url, {CHANNEL: heard.put_nowait}, listening.set)
    paid, unpaid = webhooks.new_intent(shop), webhooks.new_intent(webhooks.new_shop(None))

    async def main() -> str:
        task = asyncio.create_task(listener.run())
        try:
            async with asyncio.timeout(20):
                await listening.wait()
                for key in (unpaid, paid):
                    async with transaction_from(webhooks._pool) as connection:
                        await change_status(connection, [key], Status.SUCCEEDED, webhooks.now)
                        assert heard.empty()
                return await heard.get()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    assert webhooks.run(main()) == "send_deliveries"
    assert heard.empty()


def test_expiry_writes_deliveries_too(webhooks: Webhooks, shop: Shop) -> None:
    webhooks.new_intent(shop, expires_in=timedelta(minutes=6))
    webhooks.pass_time(timedelta(minutes=6))
    webhooks.run(webhooks.services.expire_payment_intents(webhooks.now))
    rows = webhooks.fetch("SELECT event FROM deliveries WHERE application_id = $1", shop.id)
    assert [row[0] for row in rows] == ["payment_intent.canceled"]
