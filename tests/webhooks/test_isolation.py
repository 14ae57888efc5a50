"""One application's receiver hangs under a flood; another's first tries do not notice."""

import time
from datetime import UTC, datetime
from uuid import UUID

import pytest

from tests.engine.processes import running_workers
from tests.support.waiting import wait_for
from tests.webhooks.harness import Webhooks
from tests.webhooks.receiver import Receiver, receiver_in_a_thread, silent
from tests.webhooks.test_worker import wait_until_listening
from wasl.storage.payment_intents import IntentKey
from wasl.worker.in_flight import InFlight

FLOOD = 10_000
# Of each side. One in a hundred is ten of them, so that no single one decides.
SAMPLES = 1_000


def first_try_delay_s(webhooks: Webhooks, intent: IntentKey, receiver: Receiver) -> float:
    before = len(receiver.received)
    webhooks.move(intent)
    committed_s = time.time()
    wait_for(lambda: len(receiver.received) > before, every_s=0.002)
    return receiver.received[-1].at_s - committed_s


def p99(samples: list[float]) -> float:
    return sorted(samples)[len(samples) * 99 // 100]


@pytest.mark.alone
def test_a_flood_to_a_receiver_that_hangs_delays_no_other_application(
    webhooks: Webhooks, own_webhooks: Webhooks
) -> None:
    """In turns, a few milliseconds apart: whatever else the machine does hits both sides alike."""
    calm, flooded = webhooks, own_webhooks
    with (
        running_workers(1, calm.database_url, webhook_allow_private=True),
        running_workers(1, flooded.database_url, webhook_allow_private=True),
        receiver_in_a_thread() as hanging,
        receiver_in_a_thread() as healthy,
    ):
        hanging.otherwise = silent
        flooded.seed(flooded.new_shop(hanging.url()), FLOOD)
        flooded.execute("SELECT pg_notify('wasl_wakeups', 'send_deliveries')")
        wait_for(lambda: len(hanging.received) >= 50)
        for one in (calm, flooded):
            wait_until_listening(one)
        shops = {one: one.new_shop(healthy.url()) for one in (calm, flooded)}
        delays_s: dict[Webhooks, list[float]] = {calm: [], flooded: []}
        turns = [calm, flooded, flooded, calm] * (SAMPLES // 2)
        for one in turns:
            intent = one.new_intent(shops[one])
            delays_s[one].append(first_try_delay_s(one, intent, healthy))
        # The one that hangs has had its share all the time, and no more.
        wait_for(lambda: 0 < hanging.open_connections <= 50)
        assert flooded.value("SELECT count(*) FROM delivery_queue") >= FLOOD
        # Nobody listens in a moment; there is no need to find that out ten thousand times.
        flooded.execute("DELETE FROM delivery_queue")
    without, beside = p99(delays_s[calm]), p99(delays_s[flooded])
    assert beside <= 2 * without, f"{beside * 1000:.1f} ms beside {without * 1000:.1f} ms"


def take(webhooks: Webhooks, in_flight: InFlight) -> dict[UUID, bool]:
    """One claim, as a worker makes it: what was taken, and whether it is sent at once."""
    return {one.delivery_id: in_flight.take(one) for one in webhooks.claim(in_flight.room())}


def test_another_application_is_served_by_the_first_claim_beside_a_flood(
    webhooks: Webhooks, receiver: Receiver
) -> None:
    """By what is claimed, not by the clock: nothing that hangs ever stands before it."""
    in_flight = InFlight(1000, 50)
    webhooks.seed(webhooks.new_shop(receiver.url()), FLOOD)
    webhooks.now = datetime.now(UTC)
    taken_of_flood = 0
    for _ in range(4):
        other = webhooks.pay(webhooks.new_shop(receiver.url()))
        taken = take(webhooks, in_flight)
        assert taken[other], "it waits for something to end"
        taken_of_flood += len(taken) - 1
    assert taken_of_flood == 100
    assert in_flight.room().total == 1000 - 100 - 4
