"""The database goes away and comes back; the server stays, and loses nothing it acknowledged."""

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tests.support.bodies import body
from tests.support.cli import create_application
from tests.support.database import connected
from tests.support.http import http_client
from tests.support.postgres import Postgres
from tests.support.server import Server, running_server, started_server
from tests.support.service import PAYMENT_INTENTS
from tests.support.waiting import wait_for


def assert_unavailable(answer: httpx.Response) -> None:
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/json"
    assert int(answer.headers["retry-after"]) >= 1
    assert list(answer.json()) == ["message"]


class Creating:
    """Creates intents from several threads at once, whatever is answered."""

    def __init__(self, server: Server, headers: dict[str, str]) -> None:
        self._server = server
        self._headers = headers
        self._over = threading.Event()
        self.statuses: set[int] = set()
        self.acknowledged: dict[str, str] = {}

    def _create(self) -> None:
        with http_client(self._server.url, self._headers) as client:
            while not self._over.is_set():
                answer = client.post(PAYMENT_INTENTS, json=body())
                self.statuses.add(answer.status_code)
                if answer.status_code == 201:
                    data = answer.json()["data"]
                    self.acknowledged[data["uuid"]] = data["merchant_reference"]

    def wait_for_more(self) -> None:
        enough = len(self.acknowledged) + 100
        wait_for(lambda: len(self.acknowledged) > enough)

    @contextmanager
    def under_way(self) -> Iterator[None]:
        threads = [threading.Thread(target=self._create) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join()


def test_an_outage_is_told_and_passes_by_itself(fragile: Postgres) -> None:
    database_url = fragile.new_migrated_database()
    headers = create_application(database_url).headers
    with (
        running_server(database_url, rate_limit_per_second=1e6, rate_limit_burst=10**6) as server,
        http_client(server.url, headers, fresh_connections=True) as client,
    ):
        sent = body()
        created = client.post(PAYMENT_INTENTS, json=sent).json()
        url = f"{PAYMENT_INTENTS}/{created['data']['uuid']}"
        processes = server.workers()

        fragile.crash()
        for _ in range(4):
            assert_unavailable(client.post(PAYMENT_INTENTS, json=body()))
            assert_unavailable(client.get(url))
            assert client.get("/readyz").status_code == 503
            assert client.get("/healthz").status_code == 200
            assert client.get("/metrics").status_code == 200

        fragile.restart()
        wait_for(lambda: client.post(PAYMENT_INTENTS, json=body()).status_code == 201)
        wait_for(server.is_ready)
        assert client.get(url).json() == created
        assert client.post(PAYMENT_INTENTS, json=sent).json() == created
        assert server.workers() == processes


def test_a_crash_under_load_loses_nothing_that_was_acknowledged(fragile: Postgres) -> None:
    database_url = fragile.new_migrated_database()
    headers = create_application(database_url).headers
    with running_server(database_url, rate_limit_per_second=1e6, rate_limit_burst=10**6) as server:
        creating = Creating(server, headers)
        with creating.under_way():
            for _ in range(2):
                creating.wait_for_more()
                fragile.crash()
                wait_for(lambda: 503 in creating.statuses)
                fragile.restart()
            creating.wait_for_more()
    assert creating.statuses == {201, 503}
    with connected(database_url) as database:
        rows = database.fetch("SELECT uuid::text, merchant_reference FROM payment_intents")
    stored = {row[0]: row[1] for row in rows}
    assert creating.acknowledged.items() <= stored.items()


def test_a_server_that_starts_before_its_database_becomes_ready_with_it(fragile: Postgres) -> None:
    database_url = fragile.new_migrated_database()
    headers = create_application(database_url).headers
    fragile.crash()
    with started_server(database_url) as server, http_client(server.url, headers) as client:
        wait_for(lambda: _status(client, "/healthz") == 200)
        assert client.get("/readyz").status_code == 503
        assert_unavailable(client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}"))
        fragile.restart()
        wait_for(server.is_ready)
        assert client.post(PAYMENT_INTENTS, json=body()).status_code == 201


def test_a_server_can_be_stopped_while_its_database_is_away(fragile: Postgres) -> None:
    with running_server(fragile.new_migrated_database()):
        fragile.crash()
    fragile.restart()


def test_a_database_that_refuses_the_login_is_an_outage(
    own_database_url: str,
) -> None:
    headers = create_application(own_database_url).headers
    refused = own_database_url.replace("postgres@", "no_such_user@")
    with started_server(refused) as server, http_client(server.url, headers) as client:
        wait_for(lambda: _status(client, "/healthz") == 200)
        assert client.get("/readyz").status_code == 503
        assert_unavailable(client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}"))
        assert_unavailable(client.post(PAYMENT_INTENTS, json=body()))


def _status(client: httpx.Client, url: str) -> int | None:
    try:
        return client.get(url).status_code
    except httpx.TransportError:
        return None
