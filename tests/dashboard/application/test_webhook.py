"""Setting the URL, rolling the secret, sending a test event, checking a signature."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from tests.dashboard.application.shop import Shop
from tests.dashboard.application.test_credentials import forget_password
from tests.dashboard.support.colleague import PASSWORD
from tests.dashboard.support.page import Page
from tests.engine.processes import Worker
from tests.support.waiting import wait_for
from tests.webhooks.receiver import Receiver
from wasl.domain.webhook_signature import signature


def set_url(shop: Shop, url: str) -> Page:
    shop.open("/webhook")
    return shop.owner.send("/webhook/url", url=url)


def stored_url(shop: Shop) -> str | None:
    value: str | None = shop.service.database.value(
        "SELECT webhook_url FROM applications WHERE id = $1", shop.id
    )
    return value


def roll(shop: Shop) -> tuple[str, Page]:
    shop.open("/webhook/roll")
    page = shop.owner.send("/webhook/roll")
    return page.secrets["webhook-secret"], page


def test_the_url_is_set_changed_and_removed(shop: Shop, receiver: Receiver) -> None:
    page = set_url(shop, receiver.url())
    assert page.notices == ["The URL is saved. Send a test event to try it."]
    assert stored_url(shop) == receiver.url()
    page = shop.owner.send("/webhook/url/remove")
    assert page.notices == ["The URL is removed. No webhooks are sent."]
    assert stored_url(shop) is None
    assert "Remove the URL" not in page.text


@pytest.mark.parametrize("typed", ["", "  ", "\0"])
def test_an_emptied_url_is_not_removed(shop: Shop, receiver: Receiver, typed: str) -> None:
    set_url(shop, receiver.url())
    page = set_url(shop, typed)
    assert page.status == 422
    assert "Type a URL." in page.errors["url"]
    assert stored_url(shop) == receiver.url()


@pytest.mark.parametrize(
    ("url", "english", "arabic"),
    [
        ("ftp://shop.example/", "It must begin with https://", "يجب أن يبدأ"),
        ("https://169.254.169.254/", "169.254.169.254 is not an address", "الإنترنت العام"),
        ("https://user:word@shop.example/", "a name or a password", "كلمة مرور"),
        ("https://shop.example/#part", "a part after #", "بعد #"),
        ("https://", "It names no host.", "لا يذكر أي خادم"),
        ("https://nobody.invalid/", "nobody.invalid leads nowhere", "nobody.invalid"),
        ("https://shop.example/ x", "a character that has no place", "حرف لا مكان له"),
        ("https://[::1", "It is not a URL.", "ليس عنوان"),
        (f"https://shop.example/{'x' * 2048}", "longer than 2048", "أطول من"),
        (f"https://{'x' * 70}.example/", "Its host is not a name.", "اسم الخادم"),
    ],
)
def test_a_url_is_refused_with_the_reason_in_the_language_of_who_reads(
    shop: Shop, url: str, english: str, arabic: str
) -> None:
    page = set_url(shop, url)
    assert page.status == 422
    assert english in page.errors["url"]
    shop.open("/webhook", lang="ar")
    assert arabic in shop.owner.send("/webhook/url", url=url).errors["url"]
    assert stored_url(shop) is None


def test_what_was_typed_is_still_there(shop: Shop) -> None:
    page = set_url(shop, 'http://"x"@y/')
    assert page.form("/webhook/url").fields["url"] == 'http://"x"@y/'


def test_a_new_secret_is_shown_once_and_signs_from_then_on(
    shop: Shop, receiver: Receiver, worker: Worker
) -> None:
    set_url(shop, receiver.url())
    secret, page = roll(shop)
    assert secret.startswith("whsec_")
    assert "Nothing is queued with the old secret." in page.text
    assert secret not in shop.open("/webhook").answer.text
    shop.owner.send("/webhook/test")
    (received,) = wait_for(lambda: list(receiver.received))
    assert received.headers["service-signature"] == signature(secret, received.body)


def test_rolling_says_until_when_the_old_secret_is_sent(shop: Shop) -> None:
    """One delivery has made three of its tries: five waits are left after the next one."""
    next_at = datetime.now(UTC) + timedelta(minutes=20)
    queue(shop, automatic_tries=3, next_try_at=next_at)
    queue(shop, automatic_tries=8, next_try_at=next_at + timedelta(hours=1))
    _, page = roll(shop)
    waits = timedelta(minutes=30) + timedelta(hours=1 + 3 + 6 + 12)
    latest = next_at + waits + 5 * timedelta(seconds=10)
    assert latest.isoformat() in page.answer.text
    assert latest.isoformat() in shop.open("/webhook").answer.text
    # Rolled again, it stays the later of the two.
    shop.service.database.execute("DELETE FROM delivery_queue WHERE application_id = $1", shop.id)
    assert latest.isoformat() in roll(shop)[1].answer.text


def queue(shop: Shop, automatic_tries: int, next_try_at: datetime) -> None:
    shop.service.database.execute(
        """
        WITH new AS (
            INSERT INTO deliveries (application_id, id, payment_intent_uuid, event, is_test, url,
                secret_encrypted, body, status, created_at)
            SELECT id, uuidv7(), uuidv7(), 'payment_intent.succeeded', false, 'https://a.b/',
                webhook_secret_encrypted, '{}', 'pending', now()
            FROM applications WHERE id = $1
            RETURNING application_id, id
        )
        INSERT INTO delivery_queue (application_id, delivery_id, due_at, automatic_tries,
            next_try_at)
        SELECT application_id, id, $3, $2, $3 FROM new
        """,
        shop.id,
        automatic_tries,
        next_try_at,
    )


def test_of_two_submissions_at_once_one_rolls(shop: Shop) -> None:
    form = shop.open("/webhook/roll").form("/webhook/roll")
    with ThreadPoolExecutor(4) as pool:
        sent = [
            pool.submit(shop.owner.client.post, form.action, data=form.fields) for _ in range(4)
        ]
        pages = [Page(one.result()) for one in sent]
    assert sorted(page.status for page in pages) == [200, 409, 409, 409]
    rolled = shop.service.database.value(
        "SELECT count(*) FROM audit_log WHERE application_id = $1"
        " AND action = 'webhook.secret_rolled'",
        shop.id,
    )
    assert rolled == 1
    assert {page.name for page in pages if page.status == 409} == {"trouble"}
    without = form.fields | {"form_id": "x"}
    assert shop.owner.client.post(form.action, data=without).status_code == 403


def test_rolling_asks_for_the_password(shop: Shop) -> None:
    shop.open("/webhook/roll")
    forget_password(shop)
    assert "confirm-password" in shop.owner.post("/webhook/roll", {}).headers["location"]
    assert shop.open("/webhook/roll").name == "people/confirm_password"
    shop.owner.send("/confirm-password", password=PASSWORD)
    assert shop.owner.send("/webhook/roll").secrets


def test_a_test_event_needs_a_url(shop: Shop, receiver: Receiver) -> None:
    page = shop.open("/webhook")
    assert "Set the URL first." in page.text
    page = shop.owner.send("/webhook/test")
    assert page.status == 422
    assert page.notices == ["Set a webhook URL first: there is nowhere to send it."]


@pytest.mark.parametrize("event", ["payment_intent.succeeded", "payment_intent.canceled"])
def test_a_test_event_leads_to_its_delivery(
    shop: Shop, receiver: Receiver, worker: Worker, event: str
) -> None:
    set_url(shop, receiver.url())
    shop.open("/webhook")
    page = shop.owner.send("/webhook/test", event=event)
    assert page.name == "application/delivery"
    (received,) = wait_for(lambda: list(receiver.received))
    assert json.loads(received.body)["event"] == event
    wait_for(lambda: "Received" in shop.owner.open(page.path.removeprefix("/dashboard")).text)


# The tool for signatures.

BODY = '{"id":"x","event":"payment_intent.succeeded","data":{"uuid":"y"}}'


def check(shop: Shop, body: str, given: str, secret: str = "") -> str:
    shop.open("/webhook/signature")
    page = shop.owner.send("/webhook/signature", body=body, signature=given, secret=secret)
    assert page.status == 200
    if secret:
        assert secret not in page.answer.text
    (notice,) = page.notices
    return " ".join(notice.split())


def test_a_right_signature_verifies_with_the_current_secret(shop: Shop) -> None:
    right = signature(shop.secret, BODY.encode())
    for given in (right, f" {right}\n", f"Service-Signature: {right}"):
        assert check(shop, BODY, given) == "It verifies with the current webhook secret."
    assert check(shop, BODY, right, shop.secret) == "It verifies with the secret you typed."


def test_an_old_secret_is_recognised(shop: Shop) -> None:
    old = signature(shop.secret, BODY.encode())
    secret, _ = roll(shop)
    assert "It does not verify. It was made with an old webhook secret" in check(shop, BODY, old)
    assert check(shop, BODY, signature(secret, BODY.encode())).startswith("It verifies")


def test_the_secret_of_a_delivery_is_recognised_however_often_it_was_rolled(shop: Shop) -> None:
    queue(shop, 0, datetime.now(UTC) + timedelta(days=1))
    delivery = shop.service.database.value(
        "SELECT id FROM deliveries WHERE application_id = $1", shop.id
    )
    body = BODY.replace('"x"', f'"{delivery}"')
    old = signature(shop.secret, body.encode())
    for _ in range(3):
        roll(shop)
    assert "an old webhook secret" in check(shop, body, old)


def test_another_secret_that_was_typed_is_recognised(shop: Shop) -> None:
    right = signature(shop.secret, BODY.encode())
    assert "with your current webhook secret, not" in check(shop, BODY, right, "whsec_another")


def test_changed_white_space_is_recognised(shop: Shop) -> None:
    right = signature(shop.secret, BODY.encode())
    pretty = json.dumps(json.loads(BODY), indent=2)
    assert "The JSON was read and written again" in check(shop, pretty, right)
    assert "White space at the beginning or the end" in check(shop, f"{BODY}\r\n", right)


def test_what_no_mistake_explains_is_said(shop: Shop) -> None:
    assert "None of the usual mistakes" in check(shop, BODY, "00" * 32)
    assert "None of the usual mistakes" in check(shop, "x" * 10_000, "00" * 32)
    assert "None of the usual mistakes" in check(shop, "😀", "كلام")
