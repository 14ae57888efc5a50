import time
import uuid
from collections.abc import Iterator

import httpx
import pytest

from tests.support.bodies import body
from tests.support.cli import Application, create_application
from tests.support.http import answered_by
from tests.support.postgres import Postgres
from tests.support.service import PAYMENT_INTENTS, Service, running_service
from tests.support.waiting import wait_for

PER_SECOND = 2
BURST = 10


@pytest.fixture(scope="module")
def strict(postgres: Postgres) -> Iterator[Service]:
    """A service of two processes with a low limit."""
    address = postgres.new_migrated_database()
    with running_service(
        address, rate_limit_per_second=PER_SECOND, rate_limit_burst=BURST
    ) as service:
        yield service


@pytest.fixture
def client(strict: Service) -> Iterator[httpx.Client]:
    """An application of its own for each test, so that its bucket is full."""
    application = create_application(strict.database_url)
    with strict.client(application.headers, fresh_connections=True) as connected:
        yield connected


def ask(client: httpx.Client) -> httpx.Response:
    return client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}")


def use_up(client: httpx.Client) -> httpx.Response:
    """Asks until it is told to wait, and answers with that."""
    for _ in range(100):
        answer = ask(client)
        if answer.status_code == 429:
            return answer
    raise AssertionError("no limit was met")


def test_both_processes_together_let_exactly_the_burst_through(
    client: httpx.Client, strict: Service
) -> None:
    started_s = time.monotonic()
    answers = []
    for worker, count in zip(strict.process.workers(), (BURST // 2, 3 * BURST), strict=True):
        with strict.process.only(worker):
            answers += [ask(client) for _ in range(count)]
    refilled = (time.monotonic() - started_s) * PER_SECOND
    assert len({answered_by(answer) for answer in answers}) == 2
    passed = [answer for answer in answers if answer.status_code == 404]
    assert BURST <= len(passed) <= BURST + refilled
    assert {answer.status_code for answer in answers} == {404, 429}
    assert [answer.status_code for answer in answers[:BURST]] == [404] * BURST


def test_a_limited_request_is_told_when_to_come_back(client: httpx.Client) -> None:
    refused = use_up(client)
    assert refused.status_code == 429
    assert refused.headers["content-type"] == "application/json"
    assert list(refused.json()) == ["message"]
    assert refused.headers["retry-after"].isdecimal()
    wait_s = int(refused.headers["retry-after"])
    assert wait_s >= 1
    time.sleep(wait_s)
    assert ask(client).status_code == 404


def test_a_bucket_refills_at_the_rate_that_is_set(client: httpx.Client) -> None:
    use_up(client)
    started_s = time.monotonic()
    for _ in range(3):
        wait_for(lambda: ask(client).status_code == 404)
    assert time.monotonic() - started_s >= (3 - 1) / PER_SECOND


def test_a_limited_create_stores_nothing(client: httpx.Client, strict: Service) -> None:
    use_up(client)
    before = strict.database.count_intents()
    assert client.post(PAYMENT_INTENTS, json=body()).status_code == 429
    assert strict.database.count_intents() == before


def test_creates_and_reads_share_one_bucket(client: httpx.Client) -> None:
    for _ in range(BURST // 2):
        assert client.post(PAYMENT_INTENTS, json=body()).status_code == 201
        assert ask(client).status_code == 404
    use_up(client)
    assert client.post(PAYMENT_INTENTS, json=body()).status_code == 429


def test_invalid_requests_count_as_well(client: httpx.Client) -> None:
    statuses = [client.post(PAYMENT_INTENTS, content=b"{").status_code for _ in range(3 * BURST)]
    assert statuses[:BURST] == [422] * BURST
    assert 429 in statuses


def test_one_application_never_limits_another(client: httpx.Client, strict: Service) -> None:
    other: Application = create_application(strict.database_url)
    use_up(client)
    with strict.client(other.headers, fresh_connections=True) as theirs:
        assert [ask(theirs).status_code for _ in range(BURST)] == [404] * BURST


def test_a_limit_is_told_only_to_who_has_valid_credentials(
    client: httpx.Client, strict: Service
) -> None:
    use_up(client)
    token = {"Authorization": client.headers["Authorization"]}
    with strict.client(token) as keyless:
        assert ask(keyless).status_code == 401


def test_what_the_operator_asks_is_not_limited(client: httpx.Client) -> None:
    use_up(client)
    for url in ("/healthz", "/readyz", "/metrics", "/api/v1/openapi.json"):
        assert client.get(url).status_code == 200
