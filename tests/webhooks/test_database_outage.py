"""The database dies while a webhook is on its way: what came of it is recorded afterwards."""

import asyncio

import asyncpg

from tests.engine.processes import running_workers
from tests.support.database import connected
from tests.support.postgres import Postgres
from tests.support.waiting import wait_for
from tests.webhooks.harness import Webhooks
from tests.webhooks.receiver import Received, answer, receiver_in_a_thread


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


def _succeeded(database_url: str) -> bool:
    try:
        with connected(database_url) as database:
            return bool(
                database.value("SELECT count(*) = 1 FROM deliveries WHERE status = 'succeeded'")
            )
    except (OSError, asyncpg.PostgresError):
        return False
