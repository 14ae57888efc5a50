import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from tests.support.bodies import body
from tests.support.cli import Application, create_application
from tests.support.service import PAYMENT_INTENTS, Service
from wasl.domain.credentials import digest


@pytest.fixture
def application(service: Service) -> Application:
    """One that a test may take the credentials from."""
    return create_application(service.database_url)


@pytest.fixture
def anonymous(service: Service) -> Iterator[httpx.Client]:
    with service.client(headers={}) as client:
        yield client


def assert_token_rejected(answer: httpx.Response) -> None:
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["www-authenticate"] == "Bearer"
    assert list(answer.json()) == ["message"]
    assert isinstance(answer.json()["message"], str)


def assert_key_rejected(answer: httpx.Response) -> None:
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["error"]
    assert isinstance(answer.json()["error"], str)


def send(service: Service, headers: dict[str, str]) -> list[httpx.Response]:
    """A create and a read; a create that is refused must store nothing."""
    sent = body()
    with service.client(headers) as client:
        answers = [
            client.post(PAYMENT_INTENTS, json=sent),
            client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}"),
        ]
    if answers[0].status_code == 401:
        assert service.database.count_intents(sent["merchant_reference"]) == 0
    return answers


def test_without_credentials_the_access_token_is_asked_for_first(service: Service) -> None:
    for answer in send(service, {}):
        assert_token_rejected(answer)


def test_a_missing_access_token_is_refused_whatever_the_key(service: Service) -> None:
    for key in (service.api_key, "pk_unknown", ""):
        for answer in send(service, {"X-API-Key": key}):
            assert_token_rejected(answer)


def test_a_missing_api_key_is_refused(service: Service) -> None:
    for answer in send(service, {"Authorization": f"Bearer {service.access_token}"}):
        assert_key_rejected(answer)


@pytest.mark.parametrize(
    "authorization",
    [
        "",
        "Bearer",
        "{token}",
        "Basic {token}",
        "Bearer{token}",
        "Bearer {token}x",
        "Bearer at_",
        "Bearer at_" + "A" * 43,
        "Bearer {key}",
        "Bearer " + "a" * 4_000,
    ],
)
def test_a_wrong_access_token_is_refused(service: Service, authorization: str) -> None:
    value = authorization.format(token=service.access_token, key=service.api_key)
    for answer in send(service, {"X-API-Key": service.api_key, "Authorization": value}):
        assert_token_rejected(answer)


@pytest.mark.parametrize("key", ["", "pk_", "{key}x", "pk_" + "A" * 43, "{token}", "k" * 4_000])
def test_a_wrong_api_key_is_refused(service: Service, key: str) -> None:
    value = key.format(token=service.access_token, key=service.api_key)
    for answer in send(service, service.headers | {"X-API-Key": value}):
        assert_key_rejected(answer)


def test_credentials_that_are_no_ascii_are_refused(service: Service) -> None:
    wild = b"pk_\xff\xfe\xd9\x85"
    with service.client(headers={}) as client:
        url = f"{PAYMENT_INTENTS}/{uuid.uuid4()}"
        token = service.headers["Authorization"].encode()
        assert_key_rejected(
            client.get(url, headers=[(b"x-api-key", wild), (b"authorization", token)])
        )
        assert_token_rejected(client.get(url, headers=[(b"authorization", b"Bearer " + wild)]))


def test_the_scheme_may_be_written_in_any_case(service: Service) -> None:
    for scheme in ("bearer", "BEARER", "Bearer"):
        headers = service.headers | {"Authorization": f"{scheme} {service.access_token}"}
        assert [a.status_code for a in send(service, headers)] == [201, 404]


def test_a_token_that_was_just_used_is_refused_behind_another_scheme(service: Service) -> None:
    good, other = service.headers["Authorization"], f"Basic {service.access_token}"
    url = f"{PAYMENT_INTENTS}/{uuid.uuid4()}"
    key = (b"x-api-key", service.api_key.encode())
    with service.client(headers={}) as client:

        def ask(*values: str) -> httpx.Response:
            headers = [key, *((b"authorization", value.encode()) for value in values)]
            return client.get(url, headers=headers)

        for _ in range(2):
            assert ask(good).status_code == 404
            assert_token_rejected(ask(other))
            # Of several the last one counts, whatever was remembered of the others.
            assert_token_rejected(ask(good, other))
            assert ask(other, good).status_code == 404


def test_both_credentials_must_belong_to_one_application(
    service: Service, other_application: Application
) -> None:
    for answer in send(service, service.headers | {"X-API-Key": other_application.api_key}):
        assert_key_rejected(answer)
    for answer in send(service, other_application.headers | {"X-API-Key": service.api_key}):
        assert_key_rejected(answer)


def test_credentials_are_checked_before_anything_else_is_told(
    client: httpx.Client, anonymous: httpx.Client
) -> None:
    existing = client.post(PAYMENT_INTENTS, json=body()).json()["data"]["uuid"]
    assert_token_rejected(anonymous.get(f"{PAYMENT_INTENTS}/{existing}"))
    assert_token_rejected(anonymous.get(f"{PAYMENT_INTENTS}/not-a-uuid"))
    assert_token_rejected(anonymous.post(PAYMENT_INTENTS, content=b"{"))
    assert_token_rejected(
        anonymous.post(PAYMENT_INTENTS, content=b"<a/>", headers={"Content-Type": "text/xml"})
    )


@pytest.mark.parametrize("kind", ["access_token", "api_key"])
def test_a_credential_works_until_its_application_revokes_it(
    service: Service, application: Application, kind: str
) -> None:
    value = getattr(application, kind)
    service.database.execute(
        "UPDATE credentials SET revoked_at = now() WHERE digest = $1", digest(value)
    )
    refused = assert_token_rejected if kind == "access_token" else assert_key_rejected
    for answer in send(service, application.headers):
        refused(answer)


def test_a_token_past_its_end_date_is_refused(service: Service, application: Application) -> None:
    end_at(service, application, datetime.now(UTC) + timedelta(hours=1))
    assert [a.status_code for a in send(service, application.headers)] == [201, 404]
    end_at(service, application, datetime.now(UTC) - timedelta(seconds=1))
    with service.client(headers=application.headers) as client:
        deadline = datetime.now(UTC) + timedelta(seconds=1)
        while client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}").status_code != 401:
            assert datetime.now(UTC) < deadline
    for answer in send(service, application.headers):
        assert_token_rejected(answer)


def test_a_token_that_is_in_use_stops_at_its_end_date(
    service: Service, application: Application
) -> None:
    """Also where the answer to an earlier request is still remembered."""
    end = datetime.now(UTC) + timedelta(seconds=1.5)
    end_at(service, application, end)
    statuses = set()
    with service.client(headers=application.headers) as client:
        while datetime.now(UTC) < end + timedelta(seconds=0.5):
            started = datetime.now(UTC)
            status = client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}").status_code
            statuses.add(status)
            assert status == (401 if started >= end else status)
            assert status == (404 if datetime.now(UTC) < end else status)
    assert statuses == {401, 404}


def end_at(service: Service, application: Application, end: datetime) -> None:
    service.database.execute(
        "UPDATE credentials SET expires_at = $2 WHERE digest = $1",
        digest(application.access_token),
        end,
    )
