"""Nine tries at their times, with the clock moved; every one is kept."""

from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from tests.webhooks.harness import Shop, Webhooks
from tests.webhooks.receiver import Receiver, answer, in_turn, reset
from wasl.services.deliver_webhooks import LEASE

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
WAITS = (
    *(10 * SECOND, 1 * MINUTE, 5 * MINUTE, 30 * MINUTE),
    *(1 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR),
)
MOMENT = timedelta(milliseconds=1)


def test_exactly_nine_tries_at_the_right_times_then_failed(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    receiver.otherwise = answer(503, b"try later")
    delivery = webhooks.pay(shop)
    ends: list[datetime] = []
    for number in range(1, 10):
        [tried] = webhooks.send_due()
        ends.append(tried.started_at + timedelta(milliseconds=tried.result.duration_ms))
        shown = webhooks.delivery(shop, delivery)
        assert shown.tries == number
        assert (shown.last_status_code, shown.last_answer) == (503, b"try later")
        assert shown.last_error == "answered 503"
        if number == 9:
            break
        assert shown.status == "pending"
        assert shown.next_try_at == ends[-1] + WAITS[number - 1]
        # Not a moment before its time.
        webhooks.now = shown.next_try_at - MOMENT
        assert webhooks.send_due() == []
        webhooks.now = shown.next_try_at
    assert (shown.status, shown.next_try_at) == ("failed", None)
    webhooks.pass_time(timedelta(days=30))
    assert webhooks.send_due() == []
    assert webhooks.value("SELECT count(*) FROM delivery_queue") == 0
    tries = webhooks.tries(shop, delivery)
    assert len(tries) == len(receiver.received) == 9
    starts = [one.started_at for one in tries]
    for (end, start), wait in zip(zip(ends, starts[1:], strict=False), WAITS, strict=True):
        assert start - end == wait
    assert all(before < after for before, after in pairwise(starts))
    assert len(set(receiver.bodies())) == 1


def test_a_success_ends_it(webhooks: Webhooks, receiver: Receiver, shop: Shop) -> None:
    receiver.otherwise = in_turn(answer(500), reset, answer(204, b""))
    delivery = webhooks.pay(shop)
    for wait in (0 * SECOND, 11 * SECOND, 2 * MINUTE):
        webhooks.pass_time(wait)
        webhooks.send_due()
    shown = webhooks.delivery(shop, delivery)
    assert (shown.status, shown.tries, shown.next_try_at) == ("succeeded", 3, None)
    webhooks.pass_time(timedelta(days=30))
    assert webhooks.send_due() == []
    assert [one.outcome for one in webhooks.tries(shop, delivery)] == [
        *("rejected", "broken_off", "succeeded")
    ]


def test_everything_about_a_try_is_kept(webhooks: Webhooks, receiver: Receiver, shop: Shop) -> None:
    receiver.otherwise = answer(500, b"\0\xff" * 5000)
    delivery = webhooks.pay(shop)
    webhooks.send_due()
    [kept] = webhooks.tries(shop, delivery)
    assert kept.started_at == webhooks.now
    assert 0 <= kept.duration_ms < 10_000
    assert (kept.address, kept.status_code, kept.error) == ("127.0.0.1", 500, "answered 500")
    assert kept.answer == (b"\0\xff" * 5000)[: 8 * 1024]
    assert kept.answer_cut
    assert (kept.url, kept.is_resend) == (receiver.url(), False)


def test_a_refused_address_is_a_failed_try_with_a_clear_reason(
    webhooks: Webhooks, receiver: Receiver
) -> None:
    shop = webhooks.new_shop(receiver.url())
    delivery = webhooks.pay(shop)
    webhooks.execute(
        "UPDATE deliveries SET url = 'https://169.254.169.254/' WHERE id = $1", delivery
    )
    webhooks.send_due()
    shown = webhooks.delivery(shop, delivery)
    assert (shown.status, shown.tries, shown.last_status_code) == ("pending", 1, None)
    assert "link-local" in (shown.last_error or "")
    assert shown.next_try_at is not None
    assert receiver.received == []


def test_a_secret_that_cannot_be_read_is_a_failed_try(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    delivery = webhooks.pay(shop)
    webhooks.execute("UPDATE deliveries SET secret_encrypted = 'x' WHERE id = $1", delivery)
    webhooks.send_due()
    shown = webhooks.delivery(shop, delivery)
    assert (shown.status, shown.last_error) == ("pending", "the secret cannot be read")
    assert receiver.received == []


def test_what_a_dead_worker_took_is_sent_when_its_lease_has_run_out(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    delivery = webhooks.pay(shop)
    assert len(webhooks.claim()) == 1
    webhooks.pass_time(LEASE - MOMENT)
    assert webhooks.send_due() == []
    webhooks.pass_time(MOMENT)
    assert len(webhooks.send_due()) == 1
    assert webhooks.delivery(shop, delivery).status == "succeeded"
    assert len(receiver.received) == 1


@pytest.mark.parametrize("late_status", [500, 200])
def test_a_result_that_comes_after_the_lease_is_kept_and_a_success_counts(
    webhooks: Webhooks, receiver: Receiver, shop: Shop, late_status: int
) -> None:
    receiver.otherwise = in_turn(answer(late_status), answer(500))
    delivery = webhooks.pay(shop)
    late = webhooks.sending(webhooks.claim())
    webhooks.pass_time(LEASE)
    webhooks.send_due()
    planned = webhooks.delivery(shop, delivery).next_try_at
    webhooks.record(late)
    shown = webhooks.delivery(shop, delivery)
    assert shown.tries == len(webhooks.tries(shop, delivery)) == 2
    if late_status == 200:
        assert (shown.status, shown.next_try_at) == ("succeeded", None)
    else:
        # It uses up no automatic try: the other one was in its place.
        assert (shown.status, shown.next_try_at) == ("pending", planned)


def test_two_results_of_one_delivery_recorded_together_both_count(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    receiver.otherwise = answer(500)
    delivery = webhooks.pay(shop)
    first = webhooks.sending(webhooks.claim())
    webhooks.pass_time(LEASE)
    second = webhooks.sending(webhooks.claim())
    webhooks.record([*first, *second])
    assert webhooks.delivery(shop, delivery).tries == 2
    assert len(webhooks.tries(shop, delivery)) == 2
