import json
import uuid

import httpx
import pytest

from tests.support.bodies import body
from tests.support.postgres import Postgres
from tests.support.service import PAYMENT_INTENTS, Service, running_service
from tests.support.waiting import wait_for

ONE_INTENT = f"{PAYMENT_INTENTS}/01a1dd11-eb88-7cb4-9155-d6820655ba7d"

# One request for each kind of answer, good and bad.
REQUESTS = {
    201: ("POST", PAYMENT_INTENTS, b'{"merchant_reference":"%b","amount":1000,"currency":"LYD"}'),
    404: ("GET", ONE_INTENT, b""),
    405: ("DELETE", PAYMENT_INTENTS, b""),
    422: ("POST", PAYMENT_INTENTS, b"{"),
    413: ("POST", PAYMENT_INTENTS, b" " * 70_000),
    200: ("GET", "/healthz", b""),
}


@pytest.fixture(params=REQUESTS)
def any_request(request: pytest.FixtureRequest, client: httpx.Client) -> httpx.Request:
    method, url, content = REQUESTS[request.param]
    content = content.replace(b"%b", uuid.uuid4().hex.encode())
    return client.build_request(method, url, content=content)


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        (PAYMENT_INTENTS, {"POST"}),
        (ONE_INTENT, {"GET", "HEAD"}),
        ("/api/v1/openapi.json", {"GET", "HEAD"}),
        ("/healthz", {"GET", "HEAD"}),
        ("/readyz", {"GET", "HEAD"}),
        ("/metrics", {"GET", "HEAD"}),
    ],
)
def test_a_wrong_method_is_refused_and_the_right_ones_are_told(
    client: httpx.Client, url: str, allowed: set[str]
) -> None:
    for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} - allowed:
        answer = client.request(method, url)
        assert answer.status_code == 405
        assert set(answer.headers["allow"].split(", ")) == allowed
        assert answer.headers["content-type"] == "application/json"
        if method != "HEAD":
            assert list(answer.json()) == ["message"]


@pytest.mark.parametrize(
    "url",
    [
        *("/api/v1", "/api/v1/", "/api/v1/refunds", "/api/v2/payment-intents", "/api/v1/healthz"),
        *(f"{PAYMENT_INTENTS}/", f"{ONE_INTENT}/", f"{ONE_INTENT}/cancel", "/payment-intents"),
        *("/", "/favicon.ico", "/API/V1/PAYMENT-INTENTS", "//api/v1/payment-intents", "/%00"),
        *("/api/v1/../../etc/passwd", "/.env", "/%D9%85%D8%AA%D8%AC%D8%B1", "/%FF", "/%"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_unknown_path_is_not_found(client: httpx.Client, method: str, url: str) -> None:
    answer = client.request(method, client.base_url.copy_with(raw_path=url.encode()))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["message"]


def test_head_answers_like_get_without_the_body(client: httpx.Client) -> None:
    existing = client.post(PAYMENT_INTENTS, json=body()).json()["data"]["uuid"]
    for url in (f"{PAYMENT_INTENTS}/{existing}", ONE_INTENT, "/api/v1/openapi.json", "/healthz"):
        get, head = client.get(url), client.head(url)
        assert head.status_code == get.status_code
        assert head.content == b""
        for name in ("content-type", "content-length"):
            assert head.headers[name] == get.headers[name]


def test_a_query_changes_nothing(client: httpx.Client) -> None:
    answer = client.post(f"{PAYMENT_INTENTS}?amount=1&x=%FF", json=body())
    assert answer.status_code == 201
    uuid = answer.json()["data"]["uuid"]
    assert client.get(f"{PAYMENT_INTENTS}/{uuid}?lang=en").json() == answer.json()


def test_no_answer_opens_the_api_to_browsers(
    client: httpx.Client, any_request: httpx.Request
) -> None:
    any_request.headers["Origin"] = "https://shop.example"
    names = client.send(any_request).headers
    assert not [name for name in names if name.startswith("access-control-")]


def test_a_preflight_request_is_refused(client: httpx.Client) -> None:
    headers = {"Origin": "https://shop.example", "Access-Control-Request-Method": "POST"}
    answer = client.options(PAYMENT_INTENTS, headers=headers)
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_every_answer_carries_security_headers(
    client: httpx.Client, any_request: httpx.Request
) -> None:
    headers = client.send(any_request).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "server" not in headers
    assert "strict-transport-security" not in headers


def test_behind_https_browsers_are_told_to_stay_there(postgres: Postgres) -> None:
    address = postgres.new_migrated_database()
    with (
        running_service(address, workers=1, public_url="https://pay.example/") as service,
        service.client() as client,
    ):
        answer = client.post(PAYMENT_INTENTS, json=body())
        assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
        data = answer.json()["data"]
        assert data["checkout_url"] == f"https://pay.example/checkout/{data['uuid']}"


def test_every_answer_has_a_request_id_of_its_own(
    client: httpx.Client, any_request: httpx.Request
) -> None:
    ids = [client.send(any_request).headers["x-request-id"] for _ in range(3)]
    assert len(set(ids)) == 3
    assert all(8 <= len(text) <= 64 for text in ids)


@pytest.mark.parametrize("given", ["abcd1234", "A-b_9" * 12, str(uuid.UUID(int=1))])
def test_a_well_formed_request_id_is_taken_over(
    client: httpx.Client, any_request: httpx.Request, given: str
) -> None:
    any_request.headers["X-Request-Id"] = given
    assert client.send(any_request).headers["x-request-id"] == given


@pytest.mark.parametrize(
    "given", [b"", b"short", b"x" * 65, b'with"quote', b"two words", b"semi;colon", b"\xd9\x85" * 9]
)
def test_a_malformed_request_id_is_replaced(client: httpx.Client, given: bytes) -> None:
    answer = client.get(ONE_INTENT, headers=[(b"x-request-id", given)])
    assert answer.headers["x-request-id"].startswith("req_")


def test_the_log_line_of_a_request_has_its_id(
    client: httpx.Client, service: Service, any_request: httpx.Request
) -> None:
    answer = client.send(any_request)
    line = wait_for(lambda: _line_with(service, answer.headers["x-request-id"]))
    assert line["event"] == "request"
    assert line["status"] == answer.status_code
    assert line["method"] == any_request.method
    assert line["path"] == any_request.url.path


def test_a_path_in_the_log_is_without_its_query(client: httpx.Client, service: Service) -> None:
    answer = client.get("/no/such/thing%22%0A%FF?token=hidden")
    line = wait_for(lambda: _line_with(service, answer.headers["x-request-id"]))
    assert str(line["path"]).startswith('/no/such/thing"\n')
    assert "hidden" not in json.dumps(line)


def _line_with(service: Service, request_id: str) -> dict[str, object] | None:
    lines = service.process.records()
    return next((line for line in lines if line.get("request_id") == request_id), None)
