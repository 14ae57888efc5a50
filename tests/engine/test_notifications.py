"""Moamalat's notification, over HTTP, to a real server: a hint to ask, never proof."""

from collections.abc import Iterator

import httpx
import pytest

from tests.engine import values
from tests.engine.books import Books
from tests.engine.engine import AMOUNT, Engine
from tests.engine.notification import notification
from tests.engine.sandbox import Sandbox
from tests.support.http import http_client
from tests.support.server import Server, running_server
from tests.support.waiting import wait_for
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt

PATH = "/callbacks/moamalat"


@pytest.fixture(scope="module")
def server(postgres_database: str, shared_sandbox: Sandbox) -> Iterator[Server]:
    with running_server(postgres_database, workers=1, sandbox_url=shared_sandbox.url) as running:
        yield running
    assert running.failures() == []


@pytest.fixture(scope="module")
def engine_beside(server: Server, shared_sandbox: Sandbox) -> Iterator[Engine]:
    engine = Engine(server.database_url, shared_sandbox)
    yield engine
    engine.close()


@pytest.fixture
def live(engine_beside: Engine) -> Iterator[Engine]:
    engine_beside.reset()
    yield engine_beside
    engine_beside.assert_books_in_order()


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with http_client(server.url) as connected:
        yield connected


@pytest.fixture
def lightbox(live: Engine) -> Attempt:
    return live.start(live.new_intent(), Method.CARD)


def without_asked_at(books: Books) -> Books:
    """When somebody last asked is all that a hint may leave behind."""
    return Books(books.intents, [a._replace(asked_at=None) for a in books.attempts], books.events)


def warnings(server: Server, event: str) -> int:
    return len([record for record in server.records() if record["event"] == event])


def test_a_genuine_notification_pays_the_intent(
    live: Engine, server: Server, lightbox: Attempt
) -> None:
    live.sandbox.notify(server.url + PATH)
    live.pay_card(lightbox, values.CARD_TOLD_NOTHING)
    wait_for(lambda: live.status(lightbox.payment_intent_uuid) == "succeeded")
    assert live.events(lightbox.payment_intent_uuid) == ["succeeded"]
    live.assert_ledger_agrees()


def test_a_notification_sent_as_a_form_is_understood(
    live: Engine, client: httpx.Client, lightbox: Attempt
) -> None:
    live.pay_card(lightbox, values.CARD_APPROVED)
    answer = client.post(PATH, data=notification(lightbox))
    assert (answer.status_code, answer.json()["Success"]) == (200, True)
    assert live.status(lightbox.payment_intent_uuid) == "succeeded"


def test_a_replayed_notification_changes_nothing(
    live: Engine, client: httpx.Client, lightbox: Attempt
) -> None:
    live.pay_card(lightbox, values.CARD_APPROVED)
    client.post(PATH, json=notification(lightbox))
    before = live.books()
    assert live.status(lightbox.payment_intent_uuid) == "succeeded"
    live.execute("UPDATE attempts SET asked_at = asked_at - interval '1 minute'")
    assert client.post(PATH, json=notification(lightbox)).status_code == 200
    assert without_asked_at(live.books()) == without_asked_at(before)
    assert live.sandbox.asked("FilterTransactions") == 2


def test_a_notification_right_after_another_has_to_come_again(
    live: Engine, client: httpx.Client, lightbox: Attempt
) -> None:
    """Taken as received, it could be the only word of a payment made in between."""
    live.pay_card(lightbox, values.CARD_APPROVED)
    answers = [client.post(PATH, json=notification(lightbox)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 503, 503]
    assert [answer.json()["Success"] for answer in answers] == [True, False, False]
    assert live.sandbox.asked("FilterTransactions") == 1


def test_a_notification_of_a_second_payment_shows_the_surplus(
    live: Engine, client: httpx.Client, lightbox: Attempt
) -> None:
    live.pay_card(lightbox, values.CARD_APPROVED)
    client.post(PATH, json=notification(lightbox))
    live.execute("UPDATE attempts SET asked_at = asked_at - interval '1 minute'")
    live.pay_card(lightbox, values.CARD_APPROVED)
    client.post(PATH, json=notification(lightbox))
    assert [waiting.id for waiting in live.unresolved()] == [lightbox.id]
    assert live.events(lightbox.payment_intent_uuid) == ["succeeded"]
    live.assert_ledger_agrees()


@pytest.mark.parametrize(
    "changes",
    [
        {"SecureHash": "0" * 64},
        {"SecureHash": ""},
        {"SecureHash": None},
        {"SecureHash": 7},
        {"SecureHash": "ü" * 64},
        {"Amount": str(AMOUNT + 1)},
        {"Currency": "840"},
        {"DateTimeLocalTrxn": "20260101120001"},
        {"MerchantId": "1"},
        {"TerminalId": "1"},
        {"TerminalId": {"deep": ["er"]}},
    ],
    ids=str,
)
def test_a_forged_notification_changes_nothing_and_is_logged(
    live: Engine,
    server: Server,
    client: httpx.Client,
    lightbox: Attempt,
    changes: dict[str, object],
) -> None:
    live.pay_card(lightbox, values.CARD_APPROVED)
    before, logged = live.books(), warnings(server, "notification_forged")
    answer = client.post(PATH, json=notification(lightbox, changes=changes))
    assert (answer.status_code, answer.json()["Success"]) == (401, False)
    assert live.books() == before
    assert live.sandbox.asked("FilterTransactions") == 0
    wait_for(lambda: warnings(server, "notification_forged") == logged + 1)


def test_a_signed_notification_of_what_was_not_paid_changes_nothing_and_is_logged(
    live: Engine, server: Server, client: httpx.Client, lightbox: Attempt
) -> None:
    """The signature does not cover the reference: any old notification fits any Lightbox."""
    before, logged = live.books(), warnings(server, "hint_not_confirmed")
    assert client.post(PATH, json=notification(lightbox)).status_code == 503
    assert without_asked_at(live.books()) == without_asked_at(before)
    wait_for(lambda: warnings(server, "hint_not_confirmed") == logged + 1)


def test_a_notification_that_could_not_be_verified_has_to_come_again(
    live: Engine, client: httpx.Client, lightbox: Attempt
) -> None:
    live.pay_card(lightbox, values.CARD_APPROVED)
    live.sandbox.fault("moamalat", "FilterTransactions", "cut")
    assert client.post(PATH, json=notification(lightbox)).status_code == 503
    assert live.attempt(lightbox).state == "in_flight"
    live.execute("UPDATE attempts SET asked_at = asked_at - interval '1 minute'")
    assert client.post(PATH, json=notification(lightbox)).status_code == 200
    assert live.attempt(lightbox).state == "paid"


@pytest.mark.parametrize("told", [AMOUNT, AMOUNT - 10])
def test_a_payment_of_another_amount_never_pays_the_intent(
    live: Engine, server: Server, client: httpx.Client, lightbox: Attempt, told: int
) -> None:
    live.sandbox.pay_card(lightbox.reference, AMOUNT - 10, values.CARD_APPROVED)
    before, logged = live.books(), warnings(server, "hint_not_confirmed")
    assert client.post(PATH, json=notification(lightbox, told)).status_code == 503
    assert without_asked_at(live.books()) == without_asked_at(before)
    wait_for(lambda: warnings(server, "hint_not_confirmed") == logged + 1)


def test_what_a_notification_says_of_the_amount_does_not_count(
    live: Engine, client: httpx.Client, lightbox: Attempt
) -> None:
    live.pay_card(lightbox, values.CARD_APPROVED)
    client.post(PATH, json=notification(lightbox, amount=1))
    assert live.status(lightbox.payment_intent_uuid) == "succeeded"
    live.assert_ledger_agrees()


@pytest.mark.parametrize(
    "reference", ["00000000-0000-7000-8000-000000000000", "order-1", "", "\u0000", 7, None, [], {}]
)
def test_a_notification_of_something_unknown_changes_nothing_and_is_logged(
    live: Engine,
    server: Server,
    client: httpx.Client,
    lightbox: Attempt,
    reference: object,
) -> None:
    before, logged = live.books(), warnings(server, "notification_unknown")
    answer = client.post(
        PATH, json=notification(lightbox, changes={"MerchantReference": reference})
    )
    assert (answer.status_code, answer.json()["Success"]) == (404, False)
    assert live.books() == before
    wait_for(lambda: warnings(server, "notification_unknown") == logged + 1)


def test_a_wallets_attempt_is_not_notified_of(live: Engine, client: httpx.Client) -> None:
    attempt = live.start(live.new_intent(), Method.SADAD, values.SADAD_APPROVED)
    assert client.post(PATH, json=notification(attempt)).status_code == 404


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'"text"', b"null", b"\xff\xfe", b'{"a": "\\ud800"}', b"[" * 60_000],
    ids=["empty", "cut", "list", "text", "null", "no UTF-8", "lone surrogate", "nested"],
)
def test_a_body_nobody_can_read_changes_nothing_and_is_logged(
    live: Engine, server: Server, client: httpx.Client, lightbox: Attempt, body: bytes
) -> None:
    before, logged = live.books(), warnings(server, "notification_unknown")
    assert client.post(PATH, content=body).status_code == 404
    assert live.books() == before
    wait_for(lambda: warnings(server, "notification_unknown") == logged + 1)


def test_an_endless_body_is_refused(live: Engine, client: httpx.Client, lightbox: Attempt) -> None:
    before = live.books()
    assert client.post(PATH, content=b"x" * 70_000).status_code == 413
    assert live.books() == before
