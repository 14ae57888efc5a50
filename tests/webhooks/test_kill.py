"""kill -9, again and again, while webhooks go out: at least once each, and no try forgotten."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tests.engine.processes import REPOSITORY
from tests.support.cli import environment
from tests.support.waiting import wait_for
from tests.webhooks.harness import Webhooks
from tests.webhooks.receiver import Received, Receiver, answer

DELIVERIES = 5_000
KILLS = 50
SHOPS = 5
EVERY_NTH_FAILS_AT_FIRST = 7


class Mortal:
    """A worker that is killed and replaced at the test's word."""

    def __init__(self, database_url: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.webhooks.forking_worker"],
            cwd=REPOSITORY,
            env=environment(
                database_url,
                webhook_allow_private=True,
                webhook_in_flight=100,
                webhook_in_flight_per_application=20,
            ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._pid = 0

    def start(self) -> None:
        self._say()
        self._pid = int(self._hear())

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        os.kill(self._pid, how)
        assert self._hear() == "ended"

    def end(self) -> None:
        self.kill(signal.SIGTERM)
        self._process.communicate(timeout=20)

    def _say(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("start\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def mortal_worker(database_url: str) -> Iterator[Mortal]:
    worker = Mortal(database_url)
    worker.start()
    yield worker
    worker.end()


class FailsSomeAtFirst:
    """Which ones is decided by their id, not by chance."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    async def __call__(self, received: Received, writer: asyncio.StreamWriter) -> bool:
        delivery = json.loads(received.body)["id"]
        self.seen[delivery] += 1
        chosen = int(delivery[-6:], 16) % EVERY_NTH_FAILS_AT_FIRST == 0
        return await answer(500 if chosen and self.seen[delivery] == 1 else 200)(received, writer)


def wait_until_the_database_is_quiet(webhooks: Webhooks) -> None:
    """What the killed one had asked for last is done, or was never done."""
    busy = """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
    """
    wait_for(lambda: webhooks.value(busy) == 0)


def let_leases_and_waits_run_out(webhooks: Webhooks) -> None:
    webhooks.execute("UPDATE delivery_queue SET lease = NULL, due_at = now(), next_try_at = now()")
    webhooks.execute("SELECT pg_notify('wasl_wakeups', 'send_deliveries')")


def test_every_delivery_arrives_and_no_try_is_forgotten_however_often_a_worker_is_killed(
    own_webhooks: Webhooks, receiver: Receiver
) -> None:
    webhooks = own_webhooks
    receiver.otherwise = FailsSomeAtFirst()
    shops = [webhooks.new_shop(receiver.url()) for _ in range(SHOPS)]
    for shop in shops:
        webhooks.seed(shop, DELIVERIES // SHOPS)
    chance = random.Random(5)
    in_flight_at_kills = 0
    with mortal_worker(webhooks.database_url) as worker:
        for _ in range(KILLS):
            enough = len(receiver.received) + chance.randint(1, 90)
            wait_for(lambda enough=enough: len(receiver.received) >= enough)  # type: ignore[misc]
            worker.kill()
            wait_until_the_database_is_quiet(webhooks)
            in_flight_at_kills += webhooks.value(
                "SELECT count(*) FROM delivery_queue WHERE lease IS NOT NULL"
            )
            let_leases_and_waits_run_out(webhooks)
            worker.start()
        unfinished = webhooks.value("SELECT count(*) FROM delivery_queue")
        assert unfinished > 0, "the kills came too late to harm"

        def all_received() -> bool:
            webhooks.execute(
                "UPDATE delivery_queue SET due_at = now() WHERE lease IS NULL AND due_at > now()"
            )
            webhooks.execute("SELECT pg_notify('wasl_wakeups', 'send_deliveries')")
            return bool(webhooks.value("SELECT count(*) = 0 FROM delivery_queue"))

        wait_for(all_received, within_s=60)
    stored = webhooks.fetch("SELECT id, status, tries FROM deliveries")
    assert len(stored) == DELIVERIES
    assert {row["status"] for row in stored} == {"succeeded"}
    seen = Counter(json.loads(body)["id"] for body in receiver.bodies())
    assert seen.keys() == {str(row["id"]) for row in stored}
    recorded = sum(row["tries"] for row in stored)
    assert recorded == webhooks.value("SELECT count(*) FROM delivery_tries")
    assert len(receiver.received) - in_flight_at_kills <= recorded <= len(receiver.received)
