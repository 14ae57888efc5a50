"""A resend: the current URL and secret, the same id, at once, and beside the automatic tries."""

import hashlib
import hmac
import json
from datetime import datetime, timedelta
from uuid import UUID

import pytest

from tests.webhooks.harness import ACTOR, Shop, Webhooks
from tests.webhooks.receiver import Received, Receiver, answer
from wasl.domain.errors import DeliveryNotFound, NoWebhookUrl
from wasl.domain.event import EventKind
from wasl.domain.payment_intent import new_uuid
from wasl.services.deliver_webhooks import LEASE


def signed_with(received: Received, secret: str) -> bool:
    expected = hmac.new(secret.encode(), received.body, hashlib.sha256).hexdigest()
    return received.headers["service-signature"] == expected


def fail(webhooks: Webhooks, shop: Shop, delivery: UUID) -> None:
    """All automatic tries are used up."""
    while (due := webhooks.delivery(shop, delivery).next_try_at) is not None:
        webhooks.now = max(webhooks.now, due)
        webhooks.send_due()
    assert webhooks.delivery(shop, delivery).status == "failed"


def move_to(webhooks: Webhooks, shop: Shop, url: str | None) -> None:
    webhooks.run(webhooks.services.set_webhook_url(shop.id, url, ACTOR, webhooks.now))


def roll(webhooks: Webhooks, shop: Shop) -> str:
    return webhooks.run(webhooks.services.roll_webhook_secret(shop.id, ACTOR, webhooks.now))


def test_a_failed_delivery_goes_to_the_current_url_with_the_current_secret_and_the_same_id(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    receiver.behaviours["/hook"] = answer(500)
    delivery = webhooks.pay(shop)
    fail(webhooks, shop, delivery)
    move_to(webhooks, shop, receiver.url("/new"))
    secret = roll(webhooks, shop)
    webhooks.resend(shop, delivery)
    assert webhooks.delivery(shop, delivery).resend_at == webhooks.now
    webhooks.send_due()
    shown = webhooks.delivery(shop, delivery)
    assert (shown.status, shown.tries, shown.resend_at) == ("succeeded", 10, None)
    assert shown.url == receiver.url("/new")
    first, last = receiver.received[0], receiver.received[-1]
    assert (last.path, last.body) == ("/new", first.body)
    assert json.loads(last.body)["id"] == str(delivery)
    assert signed_with(first, shop.secret)
    assert signed_with(last, secret)
    assert [one.is_resend for one in webhooks.tries(shop, delivery)] == [False] * 9 + [True]


def test_a_failed_resend_leaves_a_failed_delivery_failed(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    receiver.otherwise = answer(500)
    delivery = webhooks.pay(shop)
    fail(webhooks, shop, delivery)
    webhooks.resend(shop, delivery)
    webhooks.send_due()
    shown = webhooks.delivery(shop, delivery)
    assert (shown.status, shown.tries, shown.next_try_at) == ("failed", 10, None)
    assert webhooks.value("SELECT count(*) FROM delivery_queue") == 0


def test_a_resend_uses_up_no_automatic_try_and_does_not_move_the_next(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    receiver.otherwise = answer(500)
    delivery = webhooks.pay(shop)
    webhooks.send_due()
    planned = webhooks.delivery(shop, delivery).next_try_at
    for _ in range(3):
        webhooks.pass_time(timedelta(seconds=1))
        webhooks.resend(shop, delivery)
        assert len(webhooks.send_due()) == 1
        shown = webhooks.delivery(shop, delivery)
        assert (shown.status, shown.next_try_at) == ("pending", planned)
    fail(webhooks, shop, delivery)
    tries = webhooks.tries(shop, delivery)
    assert [one.is_resend for one in tries].count(False) == 9
    assert len(tries) == 12


def test_later_automatic_tries_carry_what_the_resend_took(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    receiver.otherwise = answer(500)
    delivery = webhooks.pay(shop)
    webhooks.send_due()
    move_to(webhooks, shop, receiver.url("/new"))
    secret = roll(webhooks, shop)
    webhooks.resend(shop, delivery)
    webhooks.send_due()
    webhooks.pass_time(timedelta(seconds=11))
    webhooks.send_due()
    assert [one.path for one in receiver.received] == ["/hook", "/new", "/new"]
    assert signed_with(receiver.received[-1], secret)
    assert not webhooks.tries(shop, delivery)[-1].is_resend


def test_without_a_resend_retries_carry_the_old_url_and_secret_and_new_events_the_new(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    receiver.otherwise = answer(500)
    webhooks.pay(shop)
    webhooks.send_due()
    move_to(webhooks, shop, receiver.url("/new"))
    secret = roll(webhooks, shop)
    webhooks.pay(shop)
    webhooks.pass_time(timedelta(seconds=11))
    webhooks.send_due()
    old = [one for one in receiver.received if one.path == "/hook"]
    [new] = [one for one in receiver.received if one.path == "/new"]
    assert len(old) == 2
    assert all(signed_with(one, shop.secret) for one in old)
    assert signed_with(new, secret)
    assert secret != shop.secret


def test_a_succeeded_delivery_can_be_resent_and_stays_succeeded(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    delivery = webhooks.pay(shop)
    webhooks.send_due()
    receiver.otherwise = answer(500)
    webhooks.resend(shop, delivery)
    webhooks.send_due()
    shown = webhooks.delivery(shop, delivery)
    assert (shown.status, shown.tries, shown.last_status_code) == ("succeeded", 2, 500)
    assert webhooks.value("SELECT count(*) FROM delivery_queue") == 0


@pytest.mark.parametrize("status", [200, 500])
def test_a_resend_asked_for_during_a_try_follows_it(
    webhooks: Webhooks, receiver: Receiver, shop: Shop, status: int
) -> None:
    receiver.behaviours["/hook"] = answer(status)
    delivery = webhooks.pay(shop)
    under_way = webhooks.sending(webhooks.claim())
    webhooks.pass_time(timedelta(seconds=1))
    move_to(webhooks, shop, receiver.url("/new"))
    webhooks.resend(shop, delivery)
    # Nobody sends it a second time while it is under way.
    assert webhooks.send_due() == []
    webhooks.record(under_way)
    assert len(webhooks.send_due()) == 1
    assert [one.path for one in receiver.received] == ["/hook", "/new"]
    shown = webhooks.delivery(shop, delivery)
    assert (shown.status, shown.next_try_at, shown.resend_at) == ("succeeded", None, None)


def test_a_worker_that_dies_with_a_resend_loses_nothing(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    delivery = webhooks.pay(shop)
    webhooks.send_due()
    webhooks.resend(shop, delivery)
    assert len(webhooks.claim()) == 1
    webhooks.pass_time(LEASE)
    assert [one.claimed.resend_at is not None for one in webhooks.send_due()] == [True]
    assert len(receiver.received) == 2


def test_resending_all_failed_takes_those_since_a_time_of_this_application_alone(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    receiver.otherwise = answer(500)
    other = webhooks.new_shop(receiver.url())
    start = webhooks.now

    def failed_at(moment: datetime, owner: Shop) -> UUID:
        webhooks.now = moment
        return webhooks.pay(owner)

    early = failed_at(start, shop)
    late = [failed_at(start + timedelta(hours=1, seconds=n), shop) for n in range(3)]
    foreign = failed_at(start + timedelta(hours=1), other)
    for owner, delivery in [(shop, early), *((shop, one) for one in late), (other, foreign)]:
        fail(webhooks, owner, delivery)
    receiver.received.clear()
    receiver.otherwise = answer(200)
    since = start + timedelta(hours=1)
    resend = webhooks.services.resend_failed_deliveries
    assert webhooks.run(resend(shop.id, since, ACTOR, webhooks.now)) == (3, None)
    webhooks.send_due()
    assert {json.loads(body)["id"] for body in receiver.bodies()} == {str(one) for one in late}
    assert webhooks.delivery(shop, early).status == "failed"
    assert {webhooks.delivery(shop, one).status for one in late} == {"succeeded"}
    assert webhooks.run(resend(shop.id, since, ACTOR, webhooks.now)) == (0, None)


def test_many_failed_deliveries_are_resent_in_batches(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    webhooks.move(*(webhooks.new_intent(shop) for _ in range(1201)))
    webhooks.execute("DELETE FROM delivery_queue")
    webhooks.execute("UPDATE deliveries SET status = 'failed' WHERE application_id = $1", shop.id)
    resend = webhooks.services.resend_failed_deliveries
    since = webhooks.now - timedelta(hours=1)
    assert webhooks.run(resend(shop.id, since, ACTOR, webhooks.now)) == (1201, None)
    assert webhooks.value("SELECT count(*) FROM delivery_queue") == 1201
    assert [action for _, action in webhooks.audit(shop)] == ["delivery.failed_resent"] * 3


def test_resending_all_stops_when_it_takes_too_long_and_goes_on_where_it_stopped(
    webhooks: Webhooks, shop: Shop
) -> None:
    webhooks.move(*(webhooks.new_intent(shop) for _ in range(1201)))
    webhooks.execute("DELETE FROM delivery_queue")
    webhooks.execute("UPDATE deliveries SET status = 'failed' WHERE application_id = $1", shop.id)
    resend = webhooks.services.resend_failed_deliveries
    since = webhooks.now - timedelta(hours=1)
    asked, after = [], None
    while True:
        resent = webhooks.run(
            resend(shop.id, since, ACTOR, webhooks.now, after=after, time_limit_s=0)
        )
        asked.append(resent.asked)
        after = resent.after
        if after is None:
            break
    assert asked == [500, 500, 201]
    assert webhooks.value("SELECT count(*) FROM delivery_queue") == 1201
    # From a place after all of them nothing is left, whatever place that is.
    last = UUID(int=2**128 - 1)
    resent = webhooks.run(resend(shop.id, since, ACTOR, webhooks.now, after=last))
    assert resent == (0, None)


def test_resending_all_takes_those_being_retried_and_leaves_their_schedule(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    receiver.behaviours["/hook"] = answer(500)
    retried = webhooks.pay(shop)
    webhooks.send_due()
    planned = webhooks.delivery(shop, retried).next_try_at
    fresh = webhooks.pay(shop)
    move_to(webhooks, shop, receiver.url("/new"))
    resend = webhooks.services.resend_failed_deliveries
    since = webhooks.now - timedelta(hours=1)
    webhooks.pass_time(timedelta(seconds=1))
    assert webhooks.run(resend(shop.id, since, ACTOR, webhooks.now)) == (1, None)
    shown = webhooks.delivery(shop, retried)
    assert (shown.resend_at, shown.next_try_at) == (webhooks.now, planned)
    assert shown.url == receiver.url("/new")
    assert webhooks.delivery(shop, fresh).resend_at is None
    # Asked for twice, it is sent once.
    assert webhooks.run(resend(shop.id, since, ACTOR, webhooks.now)) == (0, None)
    webhooks.send_due()
    assert [one.path for one in receiver.received].count("/new") == 1
    assert webhooks.delivery(shop, retried).status == "succeeded"


def test_one_resend_of_a_delivery_waits_at_a_time(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    delivery = webhooks.pay(shop)
    webhooks.send_due()

    def resend() -> bool:
        return webhooks.run(
            webhooks.services.resend_delivery(shop.id, delivery, ACTOR, webhooks.now)
        )

    assert [resend(), resend()] == [True, False]
    under_way = webhooks.sending(webhooks.claim())
    assert not resend()
    webhooks.record(under_way)
    assert webhooks.send_due() == []
    assert resend()
    assert [action for _, action in webhooks.audit(shop)] == ["delivery.resent"] * 2


def test_what_is_not_there_or_has_no_url_cannot_be_resent(
    webhooks: Webhooks, shop: Shop, receiver: Receiver
) -> None:
    delivery = webhooks.pay(shop)
    other = webhooks.new_shop(receiver.url())
    for owner, wanted in ((other, delivery), (shop, new_uuid(webhooks.now))):
        with pytest.raises(DeliveryNotFound):
            webhooks.resend(owner, wanted)
    move_to(webhooks, shop, None)
    with pytest.raises(NoWebhookUrl):
        webhooks.resend(shop, delivery)
    with pytest.raises(NoWebhookUrl):
        webhooks.run(
            webhooks.services.send_test_event(shop.id, EventKind.SUCCEEDED, ACTOR, webhooks.now)
        )


@pytest.mark.parametrize("status", [200, 500])
def test_a_test_event_looks_like_any_other_and_is_tried_once(
    webhooks: Webhooks, receiver: Receiver, shop: Shop, status: int
) -> None:
    receiver.otherwise = answer(status)
    delivery = webhooks.run(
        webhooks.services.send_test_event(shop.id, EventKind.CANCELED, ACTOR, webhooks.now)
    )
    webhooks.send_due()
    [received] = receiver.received
    body = json.loads(received.body)
    assert (body["id"], body["event"]) == (str(delivery), "payment_intent.canceled")
    assert signed_with(received, shop.secret)
    uuid = UUID(body["data"]["uuid"])
    assert webhooks.fetch("SELECT 1 FROM payment_intents WHERE uuid = $1", uuid) == []
    shown = webhooks.delivery(shop, delivery)
    assert shown.is_test
    assert shown.status == ("succeeded" if status == 200 else "failed")
    webhooks.pass_time(timedelta(days=2))
    assert webhooks.send_due() == []
