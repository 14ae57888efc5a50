"""Both clients against a service, or a network, that misbehaves."""

import json
import os
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from tests.sdk.caller import Caller
from tests.sdk.conftest import ACCESS_TOKEN, API_KEY, NewCaller
from tests.webhooks.receiver import (
    Behaviour,
    Receiver,
    answer,
    endless,
    in_turn,
    raw,
    reset,
    reset_after_head,
    silent,
)
from wasl_sdk import (
    ApiError,
    NoAnswer,
    PaymentIntent,
    RateLimited,
    ServerError,
    TimedOut,
    UnexpectedAnswer,
    WaslClient,
    WaslError,
)

INTENT: dict[str, Any] = {
    "uuid": "01934f6e-7a10-7b22-8c44-1a2b3c4d5e6f",
    "reference": "ABC",
    "merchant_reference": "order-1",
    "amount": 25_000,
    "currency": "LYD",
    "status": "requires_payment_method",
    "description": None,
    "customer": {"external_id": None, "of_tomorrow": 1},
    "return_url": None,
    "metadata": None,
    "expires_at": "2026-05-01T12:00:00Z",
    "checkout_url": "https://pay.example/checkout/1",
    "created_at": "2026-04-30T12:00:00Z",
    "updated_at": "2026-04-30T12:00:00Z",
    "of_tomorrow": {"unknown": True},
}
JSON = "content-type: application/json\r\n"
FINE = answer(201, json.dumps({"data": INTENT, "of_tomorrow": []}).encode(), JSON)


def create(caller: Caller) -> PaymentIntent:
    return caller.create(merchant_reference="order-1", amount=25_000)


@pytest.fixture
def caller(new_caller: NewCaller, faulty: Receiver) -> Caller:
    return new_caller(faulty.url(""), try_time_limit_s=0.5)


def test_fields_of_tomorrow_are_passed_over(caller: Caller, faulty: Receiver) -> None:
    faulty.otherwise = FINE
    assert create(caller).uuid == INTENT["uuid"]


@pytest.mark.parametrize(
    "fault",
    [
        reset,
        reset_after_head,
        silent,
        raw(b""),
        raw(b"this is not HTTP\r\n\r\n"),
        raw(b"HTTP/1.1 201 Created\r\ncontent-length: 500\r\n\r\n{"),
        endless(b"HTTP/1.1 201 Created\r\ncontent-length: 5000\r\n\r\n", b" ", every_s=0.1),
        answer(500),
        answer(502, b"<html>gateway</html>"),
        answer(503, b'{"message": "later"}', JSON),
        answer(429, b'{"message": "slowly"}', JSON),
    ],
    ids=[
        *("reset", "reset-within-the-answer", "silence", "closed", "no-http", "cut-off"),
        *("drip", "500", "502", "503", "429"),
    ],
)
def test_what_may_pass_is_tried_again_with_the_same_body(
    caller: Caller, faulty: Receiver, fault: Behaviour
) -> None:
    faulty.otherwise = in_turn(fault, fault, FINE)
    assert create(caller).amount == 25_000
    first, second, third = faulty.received
    assert first.body == second.body == third.body
    ids = [one.headers["x-request-id"] for one in faulty.received]
    assert [one.rsplit("_", 1)[1] for one in ids] == ["1", "2", "3"]
    assert len({one.rsplit("_", 1)[0] for one in ids}) == 1
    # Backoff: at least half of 0.25 s, then at least half of 0.5 s.
    assert second.at_s - first.at_s >= 0.12
    assert third.at_s - second.at_s >= 0.25


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 409, 413, 415, 422, 301])
def test_a_refusal_is_not_tried_again(caller: Caller, faulty: Receiver, status: int) -> None:
    faulty.otherwise = answer(status, b'{"message": "no"}', JSON + "location: /elsewhere\r\n")
    with pytest.raises(ApiError, match="no") as refused:
        create(caller)
    assert refused.value.status == status
    assert len(faulty.received) == 1


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("as_date", [False, True], ids=["seconds", "date"])
def test_the_service_says_when_to_come_again(
    caller: Caller, faulty: Receiver, status: int, as_date: bool
) -> None:
    # A date has whole seconds: two ahead are between one and two.
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True) if as_date else "1"
    faulty.otherwise = in_turn(answer(status, b"", f"retry-after: {at}\r\n"), FINE)
    create(caller)
    first, second = faulty.received
    assert 0.9 <= second.at_s - first.at_s < 4


def test_who_is_told_to_wait_longer_than_there_is_time_for_does_not_wait(
    caller: Caller, faulty: Receiver
) -> None:
    faulty.otherwise = answer(429, b"", "retry-after: 3600\r\n")
    started_s = time.monotonic()
    with pytest.raises(RateLimited) as refused:
        create(caller)
    assert refused.value.retry_after_s == 3600
    assert time.monotonic() - started_s < 5
    assert len(faulty.received) == 1


def test_tries_are_counted(new_caller: NewCaller, faulty: Receiver) -> None:
    faulty.otherwise = answer(503)
    with pytest.raises(ServerError) as failed:
        create(new_caller(faulty.url(""), max_tries=3))
    assert failed.value.status == 503
    assert len(faulty.received) == 3


@pytest.mark.parametrize(
    "fault",
    [silent, endless(b"HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n", b" ", every_s=0.1)],
    ids=["silence", "drip"],
)
def test_a_call_ends_within_its_time(
    new_caller: NewCaller, faulty: Receiver, fault: Behaviour
) -> None:
    faulty.otherwise = fault
    caller = new_caller(faulty.url(""), time_limit_s=1.5, try_time_limit_s=0.4)
    started_s = time.monotonic()
    with pytest.raises(TimedOut) as failed:
        create(caller)
    assert time.monotonic() - started_s < 4
    assert len(faulty.received) >= 2
    assert failed.value.status is None
    assert failed.value.request_id == faulty.received[-1].headers["x-request-id"]


def test_nobody_there_is_no_answer(new_caller: NewCaller, faulty: Receiver) -> None:
    url = faulty.url("").replace(str(faulty.port), "1")
    with pytest.raises(NoAnswer) as failed:
        create(new_caller(url, max_tries=2))
    assert not isinstance(failed.value, TimedOut)
    assert failed.value.request_id is not None


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"[]",
        b'{"data": null}',
        b"[" * 100_000,
        json.dumps({"data": INTENT | {"amount": "25000"}}).encode(),
        json.dumps({"data": INTENT | {"amount": True}}).encode(),
        json.dumps({"data": INTENT | {"status": "paid"}}).encode(),
        json.dumps({"data": INTENT | {"expires_at": "tomorrow"}}).encode(),
        b" " * 2_000_000,
    ],
    ids=lambda body: str(body[:20]),
)
def test_an_answer_that_is_no_intent_is_never_taken_for_one(
    caller: Caller, faulty: Receiver, body: bytes
) -> None:
    faulty.otherwise = answer(200, body, JSON)
    with pytest.raises(UnexpectedAnswer):
        create(caller)


@pytest.mark.parametrize("fault", [reset, answer(500), answer(401), answer(200, b"[]")])
def test_no_error_shows_a_credential(
    new_caller: NewCaller, faulty: Receiver, fault: Behaviour
) -> None:
    faulty.otherwise = fault
    with pytest.raises(WaslError) as failed:
        create(new_caller(faulty.url(""), max_tries=1))
    assert faulty.received[0].headers["authorization"] == f"Bearer {ACCESS_TOKEN}"
    assert faulty.received[0].headers["x-api-key"] == API_KEY
    error: BaseException | None = failed.value
    while error is not None:
        for secret in (API_KEY, ACCESS_TOKEN):
            assert secret not in f"{error} {error!r} {vars(error)}"
        error = error.__cause__


def test_a_forked_process_uses_connections_of_its_own(faulty: Receiver) -> None:
    faulty.otherwise = FINE
    client = WaslClient(f"{faulty.url('')}/api/v1", api_key=API_KEY, access_token=ACCESS_TOKEN)
    client.create_payment_intent(merchant_reference="order-1", amount=25_000)
    child = os.fork()
    if child == 0:
        try:
            client.create_payment_intent(merchant_reference="order-1", amount=25_000)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    client.create_payment_intent(merchant_reference="order-1", amount=25_000)
    client.close()
    assert [one.connection for one in faulty.received] == [1, 2, 1]
