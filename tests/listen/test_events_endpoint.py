"""GET /developer/v1/events, asked as any program could."""

import select
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tests.listen.conftest import GENEROUS
from tests.listen.site import EVENTS, TRIGGER, Merchant, Site, ids
from tests.support.http import http_client
from tests.support.server import running_server
from tests.support.waiting import wait_for
from wasl.domain.application import Mode
from wasl.domain.errors import LiveApplicationRefused
from wasl.domain.event import EventKind
from wasl.services.await_events import MAX_WAITING_PER_APPLICATION
from wasl.services.read_events import PAGE_SIZE

# Sooner than a waiting request would look by itself.
AT_ONCE_S = 3.0
NOBODY = "at_" + "x" * 43


def ask(site: Site, token: str | None, path: str = EVENTS, **query: str | int) -> httpx.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    with http_client(site.server.url, headers) as client:
        if path == TRIGGER:
            return client.post(path, json={"event": EventKind.SUCCEEDED, "key": "k" * 8})
        return client.get(path, params=query)


@pytest.mark.parametrize("path", [EVENTS, TRIGGER])
@pytest.mark.parametrize("token", [None, "x", NOBODY])
def test_without_a_token_of_an_application_nothing_is_told(
    site: Site, path: str, token: str | None
) -> None:
    answer = ask(site, token, path)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["message"]


@pytest.mark.parametrize("path", [EVENTS, TRIGGER])
def test_a_live_application_is_refused(site: Site, path: str) -> None:
    live = site.new_merchant(Mode.LIVE)
    answer = ask(site, live.token, path)
    assert answer.status_code == 403
    assert answer.json() == {"message": str(LiveApplicationRefused())}


def test_events_of_a_live_application_are_not_even_kept(site: Site) -> None:
    live = site.new_merchant(Mode.LIVE)
    site.pay(live)
    assert (
        site.events.value("SELECT count(*) FROM event_feed WHERE application_id = $1", live.id) == 0
    )


def test_an_api_key_is_no_access_token(site: Site, merchant: Merchant) -> None:
    key = site.events.value(
        "SELECT value FROM credentials WHERE application_id = $1 AND kind = 'api_key'", merchant.id
    )
    assert ask(site, key).status_code == 401


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"after": "nonsense"}, "after"),
        ({"after": ""}, "after"),
        ({"after": "AQAA"}, "after"),
        ({"after": "é"}, "after"),
        ({"wait": "31"}, "wait"),
        ({"wait": "-1"}, "wait"),
        ({"wait": "soon"}, "wait"),
        ({"wait": "²"}, "wait"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(
    site: Site, merchant: Merchant, query: dict[str, Any], field: str
) -> None:
    answer = ask(site, merchant.token, **query)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


def test_other_applications_see_nothing_of_an_event(site: Site, merchant: Merchant) -> None:
    stranger = site.new_merchant()
    place = site.read(merchant, None)["cursor"]
    happened = site.pay(merchant)
    assert ids(site.read(merchant, "start")) == [happened]
    assert ids(site.read(stranger, "start")) == []
    # A cursor opens nothing: it only says where to begin among one's own.
    own = site.pay(stranger)
    assert ids(site.read(stranger, place)) == [own]


def test_from_now_on_means_what_is_not_there_yet(site: Site, merchant: Merchant) -> None:
    site.pay(merchant)
    present = site.read(merchant, None)
    assert present["events"] == []
    later = site.pay(merchant)
    assert ids(site.read(merchant, present["cursor"])) == [later]


def test_pages_are_bounded_and_follow_each_other(site: Site, merchant: Merchant) -> None:
    intents = [site.events.new_intent(merchant.shop) for _ in range(PAGE_SIZE + 5)]
    site.events.move(*intents)
    first = site.read(merchant, "start")
    second = site.read(merchant, first["cursor"])
    third = site.read(merchant, second["cursor"])
    assert [len(page["events"]) for page in (first, second, third)] == [PAGE_SIZE, 5, 0]
    assert set(ids(first) + ids(second)) == set(site.event_ids(merchant))
    assert third["cursor"] == second["cursor"]
    assert first["cursor"] == first["events"][-1]["cursor"]


def test_resends_and_test_events_are_told_with_the_ids_they_have(site: Site) -> None:
    merchant = site.new_merchant(webhook_url="http://127.0.0.1:9/nobody-is-there")
    paid = site.pay(merchant)
    services, now = site.events.services, datetime.now(UTC)
    tested = site.events.run(
        services.send_test_event(merchant.id, EventKind.CANCELED, "a test", now)
    )
    [row] = site.events.fetch("SELECT id FROM events WHERE application_id = $1", merchant.id)
    site.events.resend(merchant.shop, row[0])
    page = site.read(merchant, "start")
    assert ids(page) == [paid, str(tested), paid]
    bodies = site.events.fetch(
        "SELECT id, body FROM deliveries WHERE application_id = $1", merchant.id
    )
    stored = {str(row["id"]): row["body"].decode() for row in bodies}
    assert [event["body"] for event in page["events"]] == [stored[one] for one in ids(page)]


def test_a_rolled_secret_signs_from_then_on(site: Site, merchant: Merchant) -> None:
    site.pay(merchant)
    [before] = site.read(merchant, "start")["events"]
    site.events.run(
        site.events.services.roll_webhook_secret(merchant.id, "a test", datetime.now(UTC))
    )
    [afterwards] = site.read(merchant, "start")["events"]
    assert before["body"] == afterwards["body"]
    assert before["headers"] != afterwards["headers"]


@contextmanager
def all_places_taken(site: Site, merchant: Merchant) -> Iterator[list[socket.socket]]:
    """The connections that wait; there were more, until one was refused."""
    host, _, port = site.server.url.removeprefix("http://").partition(":")
    request = (
        f"GET {EVENTS}?after=start&wait=30 HTTP/1.1\r\nHost: {host}\r\n"
        f"Authorization: Bearer {merchant.token}\r\n\r\n"
    )
    with ExitStack() as stack:
        opened: list[socket.socket] = []
        answered: list[socket.socket] = []
        while not answered:
            assert len(opened) < 50 * MAX_WAITING_PER_APPLICATION
            opened.append(stack.enter_context(socket.create_connection((host, int(port)))))
            opened[-1].sendall(request.encode())
            answered, _, _ = select.select(opened, [], [], 0.05)
        # Those that were not refused yet when the first was.
        while len(opened) - len(answered) > MAX_WAITING_PER_APPLICATION:
            answered, _, _ = select.select(opened, [], [])
        assert all(b" 429 " in one.recv(4096) for one in answered)
        waiting = [one for one in opened if one not in answered]
        assert len(waiting) == MAX_WAITING_PER_APPLICATION
        yield waiting


def may_wait(site: Site, merchant: Merchant) -> bool:
    return ask(site, merchant.token, after="start", wait=1).status_code == 200


def answers_at_once(waiting: Sequence[socket.socket]) -> list[str]:
    for connection in waiting:
        connection.settimeout(AT_ONCE_S)
    return [connection.recv(4096).decode() for connection in waiting]


def test_waiting_requests_are_answered_when_an_event_is_committed(
    site: Site, merchant: Merchant
) -> None:
    with all_places_taken(site, merchant) as waiting:
        happened = site.pay(merchant)
        assert all(happened in answer for answer in answers_at_once(waiting))


def test_a_wait_ends_without_events_when_its_time_is_over(site: Site, merchant: Merchant) -> None:
    started_s = time.monotonic()
    assert site.read(merchant, "start", wait=1)["events"] == []
    assert time.monotonic() - started_s >= 1


def test_a_revoked_token_ends_a_wait_at_once(site: Site, merchant: Merchant) -> None:
    with all_places_taken(site, merchant) as waiting:
        site.events.run(site.events.services.revoke_credential(merchant.token, datetime.now(UTC)))
        assert all(" 401 " in answer for answer in answers_at_once(waiting))


def test_only_so_many_wait_and_who_leaves_makes_room(site: Site, merchant: Merchant) -> None:
    with all_places_taken(site, merchant):
        answer = ask(site, merchant.token, after="start", wait=1)
        assert answer.status_code == 429
        assert answer.headers["retry-after"]
        assert "listeners" in answer.json()["message"]
        # Not waiting is always allowed, and so is waiting for another application.
        assert ask(site, merchant.token, after="start").status_code == 200
        assert may_wait(site, site.new_merchant())
    wait_for(lambda: may_wait(site, merchant))


def test_a_server_that_stops_lets_nobody_wait(site: Site, merchant: Merchant) -> None:
    with running_server(site.server.database_url, workers=1, **GENEROUS) as server:
        with all_places_taken(Site(server, site.events), merchant) as waiting:
            server.ask_to_stop()
            assert all('"events":[]' in answer for answer in answers_at_once(waiting))
        assert server.wait() == 0
