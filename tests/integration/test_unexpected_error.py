"""What nobody expected: the caller gets JSON and an id, the log gets the reason."""

import uuid

import httpx
import pytest

from tests.support.bodies import body
from tests.support.service import PAYMENT_INTENTS, running_service
from tests.support.waiting import wait_for


def assert_apology(answer: httpx.Response) -> None:
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json().keys() == {"message", "request_id"}
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    assert "payment_intents" not in answer.text


@pytest.mark.parametrize("at_once", [1, 20])
def test_a_defect_is_answered_in_json_and_told_to_the_log(
    own_database_url: str, at_once: int
) -> None:
    with running_service(own_database_url, workers=1) as service:
        service.database.execute("ALTER TABLE payment_intents RENAME COLUMN description TO other")
        read = ("GET", f"{PAYMENT_INTENTS}/{uuid.uuid4()}", None)
        create = ("POST", PAYMENT_INTENTS, body())
        for request in (read, create):
            for answer in service.all_at_once([request] * at_once):
                assert_apology(answer)
        failures = wait_for(lambda: _all_told(service.process.failures(), 2 * at_once))
        assert {failure["event"] for failure in failures} == {"request_failed"}
        assert all("UndefinedColumnError" in failure["exception"] for failure in failures)
        service.database.execute("ALTER TABLE payment_intents RENAME COLUMN other TO description")
        with service.client() as client:
            assert client.post(PAYMENT_INTENTS, json=body()).status_code == 201


def _all_told(failures: list[dict[str, str]], count: int) -> list[dict[str, str]] | None:
    return failures if len(failures) == count else None
