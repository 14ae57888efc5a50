"""What the dashboard will call: setting the URL, rolling the secret, looking at deliveries."""

from datetime import timedelta
from uuid import UUID

import pytest

from tests.webhooks.harness import ACTOR, Shop, Webhooks
from tests.webhooks.receiver import Receiver, answer
from wasl.domain.delivery import DeliveryState
from wasl.domain.errors import ApplicationNotFound, DeliveryNotFound, WebhookUrlRefused
from wasl.domain.event import EventKind
from wasl.domain.payment_intent import Status, new_uuid
from wasl.services.list_deliveries import DeliveryPage


def set_url(webhooks: Webhooks, application_id: UUID, url: str | None) -> None:
    webhooks.run(webhooks.services.set_webhook_url(application_id, url, ACTOR, webhooks.now))


def listed(webhooks: Webhooks, shop: Shop, **filters: object) -> DeliveryPage:
    return webhooks.run(webhooks.services.list_deliveries(shop.id, **filters))  # type: ignore[arg-type]


def test_every_change_is_in_the_audit_log(webhooks: Webhooks, receiver: Receiver) -> None:
    shop = webhooks.new_shop(None)
    services, now = webhooks.services, webhooks.now
    set_url(webhooks, shop.id, receiver.url())
    secret = webhooks.run(services.roll_webhook_secret(shop.id, ACTOR, now))
    delivery = webhooks.run(services.send_test_event(shop.id, EventKind.SUCCEEDED, ACTOR, now))
    webhooks.resend(shop, delivery)
    set_url(webhooks, shop.id, None)
    assert sorted(webhooks.audit(shop)) == sorted(
        (ACTOR, action)
        for action in (
            *("webhook.url_set", "webhook.secret_rolled", "webhook.test_sent"),
            *("delivery.resent", "webhook.url_set"),
        )
    )
    everything = str(webhooks.fetch("SELECT * FROM audit_log"))
    assert secret not in everything
    assert shop.secret not in everything


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://169.254.169.254/", "link-local"),
        ("https://user:word@shop.example/", "credentials"),
        ("ftp://shop.example/", "https://"),
    ],
)
def test_a_url_that_cannot_be_used_is_refused_with_the_reason_and_changes_nothing(
    webhooks: Webhooks, receiver: Receiver, shop: Shop, url: str, words: str
) -> None:
    with pytest.raises(WebhookUrlRefused, match=words):
        set_url(webhooks, shop.id, url)
    with pytest.raises(WebhookUrlRefused, match=words):
        webhooks.new_shop(url)
    stored = webhooks.value("SELECT webhook_url FROM applications WHERE id = $1", shop.id)
    assert stored == receiver.url()
    assert webhooks.audit(shop) == []


def test_an_application_that_is_not_there_has_nothing_to_set(webhooks: Webhooks) -> None:
    nobody = new_uuid(webhooks.now)
    with pytest.raises(ApplicationNotFound):
        set_url(webhooks, nobody, None)
    with pytest.raises(ApplicationNotFound):
        webhooks.run(webhooks.services.roll_webhook_secret(nobody, ACTOR, webhooks.now))


def test_a_rolled_secret_is_stored_encrypted(webhooks: Webhooks, shop: Shop) -> None:
    secret = webhooks.run(webhooks.services.roll_webhook_secret(shop.id, ACTOR, webhooks.now))
    assert secret.startswith("whsec_")
    row = webhooks.fetch("SELECT * FROM applications WHERE id = $1", shop.id)
    assert secret not in str(row)


def test_deliveries_are_listed_in_pages_without_gaps_the_newest_first(
    webhooks: Webhooks, shop: Shop
) -> None:
    made = []
    for _ in range(23):
        webhooks.pass_time(timedelta(seconds=1))
        made.append(webhooks.pay(shop))
    seen: list[UUID] = []
    page = listed(webhooks, shop, limit=5)
    sizes = [len(page.deliveries)]
    seen += [one.id for one in page.deliveries]
    while page.before is not None:
        # What comes in meanwhile does not shift the pages.
        webhooks.pass_time(timedelta(seconds=1))
        webhooks.pay(shop)
        page = listed(webhooks, shop, limit=5, before=page.before)
        sizes.append(len(page.deliveries))
        seen += [one.id for one in page.deliveries]
    assert seen == made[::-1]
    assert sizes == [5, 5, 5, 5, 3]
    assert listed(webhooks, shop, limit=len(made) + 4).before is None


def test_deliveries_are_filtered_by_status_and_by_intent(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    other = webhooks.new_shop(receiver.url())
    webhooks.pay(other)
    intent = webhooks.new_intent(shop)
    webhooks.move(intent, to=Status.CANCELED)
    receiver.otherwise = answer(404, b"nobody here")
    webhooks.send_due()
    webhooks.pass_time(timedelta(seconds=1))
    webhooks.move(intent, to=Status.SUCCEEDED)
    paid = webhooks.pay(shop)
    receiver.otherwise = answer(200, b"ok")
    webhooks.send_due()
    failed = webhooks.pay(shop)
    webhooks.execute("UPDATE deliveries SET status = 'failed' WHERE id = $1", failed)
    of_intent = listed(webhooks, shop, payment_intent_uuid=intent.uuid).deliveries
    assert [(one.event, one.status) for one in of_intent] == [
        ("payment_intent.succeeded", "succeeded"),
        ("payment_intent.canceled", "pending"),
    ]
    assert (of_intent[1].last_status_code, of_intent[1].last_answer) == (404, b"nobody here")
    by_status = {
        state: {one.id for one in listed(webhooks, shop, state=state).deliveries}
        for state in DeliveryState
    }
    assert by_status == {
        DeliveryState.ON_ITS_WAY: {of_intent[1].id},
        DeliveryState.BEING_RETRIED: {of_intent[1].id},
        DeliveryState.RECEIVED: {of_intent[0].id, paid},
        DeliveryState.FAILED: {failed},
    }
    assert listed(webhooks, other, payment_intent_uuid=intent.uuid).deliveries == []


def test_another_applications_delivery_is_not_shown(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    delivery = webhooks.pay(shop)
    with pytest.raises(DeliveryNotFound):
        webhooks.run(webhooks.services.show_delivery(webhooks.new_shop(None).id, delivery))


def test_old_answers_are_removed_in_small_batches_and_nothing_else(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    webhooks.execute("DELETE FROM delivery_tries")
    receiver.otherwise = answer(500, b"a long story")
    old = webhooks.pay(shop)
    webhooks.send_due()
    copies = """
        INSERT INTO delivery_tries
        SELECT application_id, delivery_id, -copy, is_resend, url, started_at, duration_ms,
            address, status_code, answer, answer_cut, outcome, error
        FROM delivery_tries, generate_series(1, 599) AS copy WHERE delivery_id = $1
    """
    webhooks.execute(copies, old)
    webhooks.pass_time(timedelta(days=29))
    recent = webhooks.pay(shop)
    webhooks.send_due()
    webhooks.pass_time(timedelta(days=1, seconds=1))
    remove = webhooks.services.remove_old_answers
    assert [webhooks.run(remove(webhooks.now)) for _ in range(3)] == [500, 100, 0]
    tries = webhooks.tries(shop, old)
    assert {one.answer for one in tries[:-1]} == {None}
    # Tried again a day ago.
    assert tries[-1].answer == b"a long story"
    assert {one.status_code for one in tries} == {500}
    assert {one.answer for one in webhooks.tries(shop, recent)} == {b"a long story"}


def test_the_figures_tell_what_is_due_overdue_on_its_way_and_how_tries_ended(
    webhooks: Webhooks, receiver: Receiver, shop: Shop
) -> None:
    measure = webhooks.services.measure_deliveries
    before = webhooks.run(measure(webhooks.now)).tries_by_outcome
    receiver.otherwise = answer(302)
    for _ in range(3):
        webhooks.pay(shop)
    under_way = webhooks.claim()
    start = webhooks.now
    webhooks.pay(shop)
    webhooks.pass_time(timedelta(seconds=10))
    webhooks.pay(shop)
    figures = webhooks.run(measure(webhooks.now))
    assert (figures.due, figures.overdue, figures.in_flight) == (2, 0, 3)
    assert figures.oldest_due_age_s == 10
    webhooks.record(webhooks.sending(under_way))
    webhooks.now = start + timedelta(seconds=30)
    figures = webhooks.run(measure(webhooks.now))
    # The three that failed are due again by now.
    assert (figures.due, figures.overdue, figures.in_flight) == (5, 1, 0)
    counted = figures.tries_by_outcome["redirected"] - before.get("redirected", 0)
    assert counted == 3
