"""The list of deliveries, one delivery with its tries, and sending them again."""

import re
import uuid
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from tests.dashboard.application.shop import Shop
from tests.dashboard.application.test_webhook import set_url
from tests.dashboard.support.page import Page
from tests.engine.processes import Worker
from tests.support.waiting import wait_for
from tests.webhooks.receiver import Receiver, answer, in_turn
from wasl.domain.payment_intent import new_uuid

SUCCEEDED, CANCELED = "payment_intent.succeeded", "payment_intent.canceled"


def seed(
    shop: Shop,
    status: str = "succeeded",
    event: str = SUCCEEDED,
    age: timedelta = timedelta(hours=1),
    intent: UUID | None = None,
    tries: int = 0,
) -> UUID:
    """With its event, where there is an intent it speaks of."""
    at = datetime.now(UTC) - age
    delivery = new_uuid(at)
    if intent is not None:
        shop.service.database.execute(
            "INSERT INTO events VALUES ($1, $2, $3, $4, $5)",
            *(delivery, shop.id, intent, event, at),
        )
    shop.service.database.execute(
        """
        INSERT INTO deliveries (application_id, id, payment_intent_uuid, event, is_test, url,
            secret_encrypted, body, status, created_at, tries)
        SELECT id, $2, $3, $4, false, 'https://a.b/', webhook_secret_encrypted, '{}', $5, $6, $7
        FROM applications WHERE id = $1
        """,
        *(shop.id, delivery, intent or uuid.uuid4(), event, status, at, tries),
    )
    return delivery


def listed(page: Page) -> list[UUID]:
    return [UUID(one) for one in re.findall(r'<tr[^>]* data-delivery="([^"]+)"', page.answer.text)]


def found(shop: Shop, **query: str) -> list[UUID]:
    return listed(shop.open("/deliveries", **query))


def test_an_empty_list_tells_the_next_step(shop: Shop, receiver: Receiver) -> None:
    assert "Set a webhook URL" in shop.open("/deliveries").text
    set_url(shop, receiver.url())
    assert "A test event shows" in shop.open("/deliveries").text


def test_filters_narrow_the_list_together(shop: Shop) -> None:
    intent = shop.seed_payment(merchant_reference="order-17")
    paid = seed(shop, intent=intent)
    failed = seed(shop, "failed", CANCELED, age=timedelta(days=3), intent=intent)
    pending = seed(shop, "pending")
    other = seed(shop, "failed")
    assert set(found(shop)) == {paid, failed, pending, other}
    assert set(found(shop, status="failed")) == {failed, other}
    assert found(shop, status="pending") == [pending]
    assert found(shop, event=CANCELED) == [failed]
    assert found(shop, event=SUCCEEDED, status="failed") == [other]
    for name in (str(intent), "order-17", f" {intent} "):
        assert found(shop, payment=name) == [paid, failed], name
    assert found(shop, payment="order-17", status="failed") == [failed]
    assert found(shop, payment="order-18") == []
    today = f"{datetime.now(UTC) + timedelta(hours=2):%Y-%m-%d}"
    assert failed not in found(shop, **{"from": today})
    assert found(shop, to=f"{datetime.now(UTC) - timedelta(days=2):%Y-%m-%d}") == [failed]
    page = shop.open("/deliveries", to="whenever")
    assert page.errors.keys() == {"to"}


def test_pages_have_no_gaps_and_no_repeats_whatever_comes_in_between(shop: Shop) -> None:
    made = [
        seed(
            shop,
            ("succeeded", "failed", "pending")[number % 3],
            (SUCCEEDED, CANCELED)[number % 2],
            timedelta(hours=number + 1),
        )
        for number in range(120)
    ]
    seen: list[UUID] = []
    page = shop.open("/deliveries")
    while True:
        seen += listed(page)
        following = re.findall(r'rel="next"[^>]*href="([^"]+)"', page.answer.text)
        if not following:
            break
        seed(shop, age=timedelta(0))
        page = Page(shop.owner.client.get(following[0].replace("&amp;", "&")))
    assert seen == made


def test_the_list_shows_what_became_of_each(shop: Shop, receiver: Receiver, worker: Worker) -> None:
    receiver.otherwise = answer(503, b"come back later")
    set_url(shop, receiver.url())
    shop.open("/webhook")
    shop.owner.send("/webhook/test")
    page = wait_for(lambda: _once(shop.open("/deliveries"), "Failed"))
    assert "Payment succeeded Test Failed" in page.text
    assert "503 1" in page.text


def test_one_whose_tries_failed_so_far_is_being_retried(shop: Shop) -> None:
    fresh, retried = seed(shop, "pending"), seed(shop, "pending", CANCELED, tries=2)
    seed(shop, tries=2)
    assert found(shop, status="retrying") == [retried]
    assert found(shop, status="retrying", event=SUCCEEDED) == []
    assert set(found(shop, status="pending")) == {fresh, retried}
    for delivery, state in ((fresh, "On its way"), (retried, "Being retried")):
        assert f"Status {state}" in shop.open(f"/deliveries/{delivery}").text
    assert "Payment expired Being retried" in shop.open("/deliveries", status="retrying").text


def _once(page: Page, text: str) -> Page | None:
    return page if text in page.text.partition("Next try")[2] else None


def test_the_list_looks_again_by_itself_while_something_is_on_its_way(shop: Shop) -> None:
    seed(shop)
    assert "hx-trigger" not in shop.open("/deliveries").answer.text
    delivery = seed(shop, "pending")
    for wait, every in (("1 hour", "30s"), ("1 minute", "3s")):
        shop.service.database.execute(
            "INSERT INTO delivery_queue (application_id, delivery_id, due_at, next_try_at)"
            f" VALUES ($1, $2, now() + interval '{wait}', now() + interval '{wait}')"
            " ON CONFLICT (application_id, delivery_id)"
            " DO UPDATE SET next_try_at = excluded.next_try_at",
            shop.id,
            delivery,
        )
        page = shop.open("/deliveries")
        assert f'hx-trigger="every {every}"' in page.answer.text
        assert 'hx-select="#deliveries"' in page.answer.text
    shop.service.database.execute("DELETE FROM delivery_queue WHERE delivery_id = $1", delivery)


def test_a_delivery_shows_every_try_as_it_was_made(
    shop: Shop, receiver: Receiver, worker: Worker
) -> None:
    receiver.otherwise = in_turn(answer(500, "<b>مغلق</b>".encode()), answer(200, b""))
    set_url(shop, receiver.url("/first"))
    shop.open("/webhook")
    page = shop.owner.send("/webhook/test")
    path = page.path.removeprefix("/dashboard")
    wait_for(lambda: "Your server did not answer with success" in shop.owner.open(path).text)
    set_url(shop, receiver.url("/second"))
    shop.owner.open(path)
    page = shop.owner.send("/resend")
    assert page.notices in (["It is being sent again."], ["It was sent again."])
    wait_for(lambda: "Your server received it." in shop.owner.open(path).text)
    page = shop.owner.page
    first, second = receiver.received
    assert first.body.decode() in page.text
    for received in (first, second):
        assert f"Service-Signature: {received.headers['service-signature']}" in page.text
        for name in ("User-Agent", "Accept-Encoding", "Content-Type", "Content-Length", "Host"):
            assert f"{name}: {received.headers[name.lower()]}" in page.text
    assert "<b>مغلق</b>" in page.text
    assert "(answered 500)" in page.text
    assert "It had no body." in page.text
    assert "sent again by hand" in page.text
    assert receiver.url("/first") in page.text
    assert receiver.url("/second") in page.text


def test_tries_are_shown_a_page_at_a_time(shop: Shop) -> None:
    delivery = seed(shop, "failed", tries=24)
    shop.service.database.execute(
        """
        INSERT INTO delivery_tries (application_id, delivery_id, number, is_resend, url, started_at,
            duration_ms, answer, answer_cut, outcome)
        SELECT $1, $2, n, false, 'https://a.b/', now(), 5, '', false, 'timed_out'
        FROM generate_series(1, 24) AS n
        """,
        shop.id,
        delivery,
    )
    numbers = []
    page = shop.open(f"/deliveries/{delivery}", done="resent")
    while True:
        numbers.append([int(one) for one in re.findall(r'data-try="(\d+)"', page.answer.text)])
        following = re.findall(r'rel="next"[^>]*href="([^"]+)"', page.answer.text)
        if not following:
            break
        page = Page(shop.owner.client.get(following[0].replace("&amp;", "&")))
        assert page.notices == []
    assert numbers == [[*range(24, 14, -1)], [*range(14, 4, -1)], [4, 3, 2, 1]]


def test_what_is_said_of_a_resend_is_over_with_it(shop: Shop, receiver: Receiver) -> None:
    delivery = seed(shop)
    shop.service.database.execute(
        "INSERT INTO delivery_queue (application_id, delivery_id, due_at, resend_at, lease)"
        " VALUES ($1, $2, now() + interval '1 hour', now(), uuidv7())",
        shop.id,
        delivery,
    )
    page = shop.open(f"/deliveries/{delivery}", done="resent")
    assert page.notices == ["It is being sent again."]
    shop.service.database.execute("DELETE FROM delivery_queue WHERE delivery_id = $1", delivery)
    page = shop.open(f"/deliveries/{delivery}", done="resent")
    assert page.notices == ["It was sent again."]
    # Within the part that loads itself again.
    assert page.answer.text.index('id="delivery"') < page.answer.text.index("It was sent again.")


def test_what_was_resent_is_not_told_again_on_older_pages(shop: Shop) -> None:
    for _ in range(51):
        seed(shop)
    page = shop.open("/deliveries", resent="7", since="2026-01-01", after=str(uuid.uuid4()))
    assert page.notices[0].startswith("Sent again: 7")
    (following,) = re.findall(r'rel="next"[^>]*href="([^"]+)"', page.answer.text)
    assert "resent" not in following
    assert "after" not in following


def test_one_that_waits_to_be_sent_again_is_not_asked_for_twice(
    shop: Shop, receiver: Receiver
) -> None:
    delivery = seed(shop)
    set_url(shop, receiver.url())
    shop.service.database.execute(
        "INSERT INTO delivery_queue (application_id, delivery_id, due_at, resend_at, lease)"
        " VALUES ($1, $2, now() + interval '1 hour', now(), uuidv7())",
        shop.id,
        delivery,
    )
    shop.open(f"/deliveries/{delivery}")
    assert shop.owner.send("/resend").notices == ["It is waiting to be sent again already."]
    shop.service.database.execute("DELETE FROM delivery_queue WHERE delivery_id = $1", delivery)


def test_long_answers_say_that_they_were_cut(
    shop: Shop, receiver: Receiver, worker: Worker
) -> None:
    receiver.otherwise = answer(200, b"x" * 10_000)
    set_url(shop, receiver.url())
    shop.open("/webhook")
    path = shop.owner.send("/webhook/test").path.removeprefix("/dashboard")
    wait_for(lambda: "The first 8 KiB are kept." in shop.owner.open(path).text)
    assert "x" * 8192 in shop.owner.page.text
    assert "x" * 8193 not in shop.owner.page.text


def test_all_that_failed_since_a_day_are_sent_again(
    shop: Shop, receiver: Receiver, worker: Worker
) -> None:
    old = seed(shop, "failed", age=timedelta(days=9))
    wanted = {seed(shop, "failed", event, age=timedelta(days=1)) for event in (SUCCEEDED, CANCELED)}
    wanted.add(seed(shop, "pending", tries=3))
    seed(shop)
    set_url(shop, receiver.url())
    shop.open("/deliveries")
    since = f"{datetime.now(UTC) - timedelta(days=4):%Y-%m-%d}"
    page = shop.owner.send("/resend-failed", since=since)
    assert page.notices == ["Sent again: 3"]
    wait_for(lambda: wanted <= set(found(shop, status="succeeded")))
    assert set(found(shop, status="failed")) == {old}


@pytest.mark.parametrize("since", ["", "long ago"])
def test_without_a_day_nothing_is_sent_again(shop: Shop, receiver: Receiver, since: str) -> None:
    seed(shop, "failed")
    set_url(shop, receiver.url())
    shop.open("/deliveries")
    page = shop.owner.send("/resend-failed", since=since)
    assert (page.status, page.errors) == (422, {"since": "This is not a date."})


def test_without_a_url_nothing_can_be_sent_again(shop: Shop) -> None:
    delivery = seed(shop, "failed")
    shop.open(f"/deliveries/{delivery}")
    page = shop.owner.send("/resend")
    assert page.status == 422
    assert page.notices == ["Set a webhook URL first: there is nowhere to send it."]
    assert "Send all again that were not received" not in shop.open("/deliveries").text


def test_who_sent_it_again_is_in_the_audit_log(shop: Shop, receiver: Receiver) -> None:
    delivery = seed(shop, "failed")
    set_url(shop, receiver.url())
    shop.open(f"/deliveries/{delivery}")
    shop.owner.send("/resend")
    (row,) = shop.service.database.fetch(
        "SELECT actor, address, user_id FROM audit_log WHERE action = 'delivery.resent'"
        " AND application_id = $1",
        shop.id,
    )
    assert (row[0], row[1]) == (shop.owner.email, shop.owner.address)
    assert row[2] is not None


def test_a_delivery_of_another_application_is_not_there(shop: Shop, live_shop: Shop) -> None:
    theirs = seed(live_shop)
    for unknown in (theirs, uuid.uuid4(), "nonsense"):
        assert shop.open(f"/deliveries/{unknown}").status == 404
    assert found(shop) == []


@pytest.mark.parametrize("field", ["status", "event"])
def test_a_choice_that_there_is_not_is_said_and_left_out(shop: Shop, field: str) -> None:
    page = shop.open("/deliveries", **{field: "nonsense"})
    assert page.errors.keys() == {field}
