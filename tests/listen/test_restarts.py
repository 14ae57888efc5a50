"""The promise: restarts of the listener and the death of the server lose nothing."""

import json
import random
import signal
import threading
from collections.abc import Iterator

import pytest

from tests.listen.commands import Command, Commands
from tests.listen.conftest import GENEROUS
from tests.listen.site import Merchant, Site, delivery_id
from tests.support.postgres import Postgres
from tests.support.server import Server, running_server
from tests.support.waiting import wait_for
from tests.webhooks.harness import Webhooks
from tests.webhooks.receiver import Receiver, after, answer

RESTARTS = 20
INTENTS = 100
SERVER_DIES_BEFORE_RESTART = 10


@pytest.fixture
def own_site(postgres: Postgres) -> Iterator[Site]:
    """Its server may be killed."""
    url = postgres.new_migrated_database()
    with running_server(url, workers=1, **GENEROUS) as server:
        events = Webhooks(url)
        site = Site(server, events)
        yield site
        events.close()
        if site.server is not server:
            site.server.stop()


def test_twenty_restarts_and_a_killed_server_lose_no_event(
    own_site: Site, commands: Commands, receiver: Receiver
) -> None:
    chance = random.Random(20)
    merchant = own_site.new_merchant()
    # Long enough that some are killed while the receiver is at work.
    receiver.otherwise = after(0.004, answer(200))
    producer = Producer(own_site, merchant)
    listener = _listen(own_site, commands, merchant, receiver)
    listener.wait_until_said("First time here")
    producer.start()
    for restart in range(RESTARTS):
        _wait_for_more(receiver, chance.randint(1, 8))
        how = chance.choice([signal.SIGKILL, signal.SIGINT])
        if restart == SERVER_DIES_BEFORE_RESTART:
            own_site.server = _killed_and_started_again(own_site.server, listener)
        assert listener.end(how) == (0 if how is signal.SIGINT else -signal.SIGKILL)
        listener = _listen(own_site, commands, merchant, receiver)
    producer.join()
    happened = own_site.event_ids(merchant)
    assert len(happened) == 2 * INTENTS
    wait_for(lambda: {delivery_id(one) for one in list(receiver.received)} >= set(happened))
    listener.end()

    assert {delivery_id(one) for one in receiver.received} == set(happened)
    assert all(merchant.signed(one) for one in receiver.received)
    assert_order_of_each_intent(receiver)
    # At most the one that was under way comes again.
    assert len(receiver.received) - len(happened) <= RESTARTS


class Producer(threading.Thread):
    """Cancels intents and lets late payments find them, until it has done so for all."""

    def __init__(self, site: Site, merchant: Merchant) -> None:
        super().__init__(daemon=True)
        self._site = site
        self._merchant = merchant

    def run(self) -> None:
        for _ in range(INTENTS):
            self._site.expire_and_pay_late(self._merchant)


def _listen(site: Site, commands: Commands, merchant: Merchant, receiver: Receiver) -> Command:
    return commands.start(
        *("listen", "--server", site.server.url, "--forward-to", receiver.url()),
        token=merchant.token,
    )


def _wait_for_more(receiver: Receiver, count: int) -> None:
    before = len(receiver.received)
    wait_for(lambda: len(receiver.received) >= before + count)


def _killed_and_started_again(server: Server, listener: Command) -> Server:
    port = int(server.url.rpartition(":")[2])
    server.kill()
    listener.wait_until_said("The server is away")
    again = Server(server.database_url, workers=1, port=port, **GENEROUS)
    listener.wait_until_said("The server is back")
    return again


def assert_order_of_each_intent(receiver: Receiver) -> None:
    first_seen: dict[str, list[str]] = {}
    for one in receiver.received:
        told = json.loads(one.body)
        seen = first_seen.setdefault(told["data"]["uuid"], [])
        if told["event"] not in seen:
            seen.append(told["event"])
    in_order = ["payment_intent.canceled", "payment_intent.succeeded"]
    assert all(seen == in_order for seen in first_seen.values())
    assert len(first_seen) == INTENTS
