"""The database dies while a webhook is on its way: what came of it is recorded afterwards."""

import asyncio
from collections.abc import Sequence

import asyncpg
import pytest

from tests.engine.processes import running_workers
from tests.support.cli import SECRET_KEY
from tests.support.database import connected
from tests.support.postgres import Postgres
from tests.support.waiting import wait_for
from tests.webhooks.harness import Shop, Webhooks
from tests.webhooks.receiver import Received, Receiver, answer, receiver_in_a_thread
from wasl.domain.errors import ServiceUnavailable
from wasl.services.deliver_webhooks import DeliverWebhooks, Tried
from wasl.storage.encryption import SecretBox
from wasl.worker.in_flight import InFlight
from wasl.worker.send_deliveries import SendDeliveries


def test_a_result_waits_for_the_database_and_nothing_is_sent_twice() -> None:
    fragile = Postgres()
    try:
        webhooks = Webhooks(fragile.new_migrated_database())
        back = asyncio.Event()

        async def answer_when_the_database_is_gone(
            received: Received, writer: asyncio.StreamWriter
        ) -> bool:
            await back.wait()
            return await answer(200)(received, writer)

        with (
            receiver_in_a_thread() as receiver,
            running_workers(1, webhooks.database_url, webhook_allow_private=True) as (worker,),
        ):
            receiver.otherwise = answer_when_the_database_is_gone
            webhooks.pay(webhooks.new_shop(receiver.url()))
            wait_for(lambda: receiver.received)
            webhooks.close()
            fragile.crash()
            receiver.call(back.set)
            wait_for(lambda: worker.records("job_waits_for_database"))
            fragile.restart()
            wait_for(lambda: _succeeded(webhooks.database_url))
        assert len(receiver.received) == 1
    finally:
        fragile.remove()


class LosesTheFirstAnswer(DeliverWebhooks):
    """What is to be recorded is committed; that it was, is lost on the way."""

    is_lost = False

    async def record(self, tried: Sequence[Tried], *, may_be_recorded: bool = False) -> bool:
        more_to_send = await super().record(tried, may_be_recorded=may_be_recorded)
        if not self.is_lost:
            self.is_lost = True
            raise ServiceUnavailable
        return more_to_send


@pytest.mark.parametrize(("status", "outcome"), [(200, "succeeded"), (500, "pending")])
def test_a_try_is_recorded_once_when_the_answer_to_its_commit_is_lost(
    own_webhooks: Webhooks, receiver: Receiver, status: int, outcome: str
) -> None:
    webhooks = own_webhooks
    receiver.otherwise = answer(status)
    shop = webhooks.new_shop(receiver.url())
    delivery = webhooks.pay(shop)
    deliver = webhooks.services.deliver_webhooks
    losing = LosesTheFirstAnswer(deliver._pool, SecretBox([SECRET_KEY]), deliver._http)
    sender = SendDeliveries(losing, InFlight(10, 10))

    async def send_and_record() -> None:
        await sender.run_once()
        await sender.finish()

    webhooks.run(send_and_record())
    assert losing.is_lost
    stored = webhooks.delivery(shop, delivery)
    assert (stored.status, stored.tries) == (outcome, 1)
    assert len(webhooks.tries(shop, delivery)) == 1
    assert webhooks.value("SELECT sum(count) FROM delivery_outcomes") == 1
    planned = webhooks.fetch("SELECT automatic_tries FROM delivery_queue")
    assert [row[0] for row in planned] == ([1] if outcome == "pending" else [])


def test_a_batch_that_may_be_recorded_is_completed(webhooks: Webhooks, shop: Shop) -> None:
    first, second = webhooks.pay(shop), webhooks.pay(shop)
    tried = webhooks.sending(webhooks.claim())
    webhooks.record([one for one in tried if one.claimed.delivery_id == first])
    webhooks.run(webhooks.services.deliver_webhooks.record(tried, may_be_recorded=True))
    assert [webhooks.delivery(shop, one).tries for one in (first, second)] == [1, 1]


def _succeeded(database_url: str) -> bool:
    try:
        with connected(database_url) as database:
            return bool(
                database.value("SELECT count(*) = 1 FROM deliveries WHERE status = 'succeeded'")
            )
    except (OSError, asyncpg.PostgresError):
        return False
