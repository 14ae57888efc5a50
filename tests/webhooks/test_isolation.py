"""One application's receiver hangs under a flood; another's first tries do not notice."""

import time
from collections.abc import Sequence

from tests.engine.processes import running_workers
from tests.support.waiting import wait_for
from tests.webhooks.harness import Shop, Webhooks
from tests.webhooks.receiver import Receiver, receiver_in_a_thread, silent
from tests.webhooks.test_worker import wait_until_listening
from wasl.storage.payment_intents import IntentKey

FLOOD = 10_000
SAMPLES = 150
# What a scheduler on a busy machine adds to one sample in a hundred, flood or no flood.
SLACK_S = 0.025


def first_try_delay_s(webhooks: Webhooks, intent: IntentKey, receiver: Receiver) -> float:
    before = len(receiver.received)
    webhooks.move(intent)
    committed_s = time.time()
    wait_for(lambda: len(receiver.received) > before)
    return receiver.received[-1].at_s - committed_s


def p99(delays_s: Sequence[float]) -> float:
    return sorted(delays_s)[int(len(delays_s) * 0.99)]


def test_a_flood_to_a_receiver_that_hangs_delays_no_other_application(
    webhooks: Webhooks, own_webhooks: Webhooks
) -> None:
    calm, flooded = webhooks, own_webhooks
    with (
        running_workers(1, calm.database_url, webhook_allow_private=True),
        running_workers(1, flooded.database_url, webhook_allow_private=True),
        receiver_in_a_thread() as hanging,
        receiver_in_a_thread() as healthy,
    ):
        hanging.otherwise = silent
        flooding: Shop = flooded.new_shop(hanging.url())
        flooded.seed(flooding, FLOOD)
        flooded.execute("SELECT pg_notify('wasl_wakeups', 'send_deliveries')")
        wait_for(lambda: len(hanging.received) >= 50)
        delays: dict[Webhooks, list[float]] = {calm: [], flooded: []}
        intents = {}
        for one in delays:
            wait_until_listening(one)
            shop = one.new_shop(healthy.url())
            intents[one] = [one.new_intent(shop) for _ in range(SAMPLES)]
        # In turns, so that whatever else the machine does hits both alike.
        for number in range(SAMPLES):
            for one, samples in delays.items():
                samples.append(first_try_delay_s(one, intents[one][number], healthy))
        assert flooded.value("SELECT count(*) FROM delivery_queue") == FLOOD
        # The one that hangs has its share, and no more.
        assert 0 < hanging.open_connections <= 50
    assert p99(delays[flooded]) <= 2 * p99(delays[calm]) + SLACK_S, (
        f"p99 {p99(delays[flooded]):.4f} s beside {p99(delays[calm]):.4f} s"
    )
