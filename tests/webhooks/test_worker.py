"""`wasl work` as a process of its own: sends at once, retries in time, reuses connections."""

import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.engine.processes import Worker, running_workers
from tests.support.postgres import Postgres
from tests.support.waiting import wait_for
from tests.webhooks.certificates import Authority
from tests.webhooks.harness import Webhooks
from tests.webhooks.receiver import Receiver, after, answer, in_turn, receiver_in_a_thread


@pytest.fixture(scope="module")
def beside(postgres: Postgres) -> Iterator[tuple[Webhooks, Worker]]:
    webhooks = Webhooks(postgres.new_migrated_database())
    with running_workers(1, webhooks.database_url, webhook_allow_private=True) as (worker,):
        wait_until_listening(webhooks)
        yield webhooks, worker
    webhooks.close()


@pytest.fixture
def live(beside: tuple[Webhooks, Worker]) -> Webhooks:
    """At the true time, with a real worker beside it."""
    beside[0].now = datetime.now(UTC)
    return beside[0]


def wait_until_listening(webhooks: Webhooks, count: int = 1) -> None:
    listens = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'wasl-listener' AND "
    wait_for(
        lambda: (
            webhooks.value(f"{listens} datname = current_database() AND state = 'idle'") == count
        )
    )


def test_the_first_try_leaves_within_milliseconds_of_the_commit(
    live: Webhooks, receiver: Receiver
) -> None:
    shop = live.new_shop(receiver.url())
    delays_s = []
    for number in range(1, 21):
        intent = live.new_intent(shop)
        live.move(intent)
        committed_s = time.time()
        wait_for(lambda number=number: len(receiver.received) == number)  # type: ignore[misc]
        delays_s.append(receiver.received[-1].at_s - committed_s)
    # On a busy machine one or the other may take longer; a poll would make all of them long.
    assert sorted(delays_s)[len(delays_s) // 2] < 0.1
    assert receiver.connections <= 3


def test_a_failed_try_is_made_again_after_ten_seconds_by_itself(
    live: Webhooks, receiver: Receiver
) -> None:
    receiver.otherwise = in_turn(answer(500), answer(200))
    shop = live.new_shop(receiver.url())
    delivery = live.pay(shop)
    wait_for(lambda: live.delivery(shop, delivery).status == "succeeded", within_s=30)
    first, second = receiver.received
    # Its lease would end after 30.
    assert 10 <= second.at_s - first.at_s < 25
    assert first.body == second.body


def test_a_resend_leaves_at_once(live: Webhooks, receiver: Receiver) -> None:
    shop = live.new_shop(receiver.url())
    delivery = live.pay(shop)
    wait_for(lambda: live.delivery(shop, delivery).status == "succeeded")
    live.resend(shop, delivery)
    wait_for(lambda: live.delivery(shop, delivery).tries == 2, within_s=5)


def test_a_resend_asked_for_during_a_try_follows_at_once(
    live: Webhooks, receiver: Receiver
) -> None:
    receiver.otherwise = in_turn(after(1, answer(200)), answer(200))
    shop = live.new_shop(receiver.url())
    delivery = live.pay(shop)
    wait_for(lambda: receiver.received)
    live.resend(shop, delivery)
    wait_for(lambda: live.delivery(shop, delivery).tries == 2, within_s=5)


def test_a_worker_that_is_told_to_stop_records_what_is_on_its_way(
    own_webhooks: Webhooks, receiver: Receiver
) -> None:
    webhooks = own_webhooks
    receiver.otherwise = after(1, answer(200, b"slow"))
    shop = webhooks.new_shop(receiver.url())
    with running_workers(1, webhooks.database_url, webhook_allow_private=True):
        delivery = webhooks.pay(shop)
        wait_for(lambda: receiver.received)
    assert webhooks.delivery(shop, delivery).status == "succeeded"


def test_a_worker_that_is_told_to_stop_leaves_what_it_has_not_sent_to_others(
    own_webhooks: Webhooks, receiver: Receiver
) -> None:
    webhooks = own_webhooks
    receiver.otherwise = after(1, answer(200))
    webhooks.seed(webhooks.new_shop(receiver.url()), 100)
    with running_workers(
        1, webhooks.database_url, webhook_allow_private=True, webhook_in_flight_per_application=10
    ):
        wait_for(lambda: len(receiver.received) == 10)
    waiting = "SELECT count(*) FROM delivery_queue WHERE lease IS NULL AND due_at <= now()"
    assert webhooks.value(waiting) == 90
    assert webhooks.value("SELECT count(*) FROM delivery_queue") == 90


def test_a_real_certificate_authority_is_what_a_worker_trusts(
    own_webhooks: Webhooks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """End to end: event, worker, TLS, signature on the raw bytes."""
    authority = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    webhooks = own_webhooks
    with (
        receiver_in_a_thread(authority.server("localhost")) as receiver,
        running_workers(1, webhooks.database_url, webhook_allow_private=True),
    ):
        shop = webhooks.new_shop(receiver.url(host="localhost"))
        delivery = webhooks.pay(shop)
        wait_for(lambda: webhooks.delivery(shop, delivery).status == "succeeded")
        [received] = receiver.received
    expected = hmac.new(shop.secret.encode(), received.body, hashlib.sha256).hexdigest()
    assert received.headers["service-signature"] == expected
    assert json.loads(received.body)["id"] == str(delivery)


def test_without_the_setting_a_worker_sends_nothing_to_its_own_machine(
    own_webhooks: Webhooks, receiver: Receiver
) -> None:
    webhooks = own_webhooks
    shop = webhooks.new_shop(receiver.url())
    with running_workers(1, webhooks.database_url):
        delivery = webhooks.pay(shop)
        wait_for(lambda: webhooks.delivery(shop, delivery).tries == 1)
    assert "https://" in (webhooks.delivery(shop, delivery).last_error or "")
    assert receiver.received == []


def test_no_secret_and_no_url_reaches_the_log(
    beside: tuple[Webhooks, Worker], receiver: Receiver
) -> None:
    webhooks, worker = beside
    receiver.otherwise = answer(500, b"the answer")
    shop = webhooks.new_shop(receiver.url("/hook?token=hush"))
    delivery = webhooks.pay(shop)
    wait_for(lambda: str(delivery) in "\n".join(worker.log_lines))
    log = "\n".join(worker.log_lines)
    for secret in (shop.secret, "hush", "the answer"):
        assert secret not in log
