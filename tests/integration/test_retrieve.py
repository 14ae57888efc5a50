import uuid

import httpx
import pytest

from tests.support.bodies import body, full_body
from tests.support.cli import Application
from tests.support.service import PAYMENT_INTENTS, Service


@pytest.fixture
def intent(client: httpx.Client) -> dict[str, str]:
    data: dict[str, str] = client.post(PAYMENT_INTENTS, json=full_body()).json()["data"]
    return data


def test_an_intent_is_retrieved_as_it_was_created(
    client: httpx.Client, intent: dict[str, str]
) -> None:
    answer = client.get(f"{PAYMENT_INTENTS}/{intent['uuid']}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == {"data": intent}
    assert list(answer.json()["data"]) == list(intent)


def test_retrieving_tells_the_present_status(
    client: httpx.Client, service: Service, intent: dict[str, str]
) -> None:
    for status in ("processing", "requires_payment_method", "canceled", "succeeded"):
        service.move(intent["uuid"], status)
        data = client.get(f"{PAYMENT_INTENTS}/{intent['uuid']}").json()["data"]
        assert data["status"] == status
        assert data["updated_at"] > data["created_at"]
        unchanged = ("status", "updated_at")
        assert {k: v for k, v in data.items() if k not in unchanged} == {
            k: v for k, v in intent.items() if k not in unchanged
        }


def test_a_uuid_in_capitals_is_found(client: httpx.Client, intent: dict[str, str]) -> None:
    answer = client.get(f"{PAYMENT_INTENTS}/{intent['uuid'].upper()}")
    assert answer.status_code == 200
    assert answer.json() == {"data": intent}


def test_the_intent_of_another_application_is_forbidden(
    client: httpx.Client, other_application: Application, intent: dict[str, str]
) -> None:
    answer = client.get(
        f"{PAYMENT_INTENTS}/{intent['uuid']}", headers=dict(other_application.headers)
    )
    assert answer.status_code == 403
    assert list(answer.json()) == ["message"]
    assert intent["merchant_reference"] not in answer.text


def test_a_uuid_that_names_nothing_is_not_found(client: httpx.Client) -> None:
    answer = client.get(f"{PAYMENT_INTENTS}/{uuid.uuid4()}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["message"]


@pytest.mark.parametrize(
    "malformed",
    [
        "1",
        "not-a-uuid",
        "0" * 32,
        "{01a1dd11-eb88-7cb4-9155-d6820655ba7d}",
        "urn:uuid:01a1dd11-eb88-7cb4-9155-d6820655ba7d",
        "01a1dd11-eb88-7cb4-9155-d6820655ba7d%0A",
        "01a1dd11-eb88-7cb4-9155-d6820655ba7g",
        "01a1dd11-eb88-7cb4-9155-d6820655ba7d%00",
        "01a1dd11%2Deb88-7cb4-9155-d6820655ba7%FF",
        "٠١٢٣٤٥٦٧-eb88-7cb4-9155-d6820655ba7d",
        "%27%3B%20DROP%20TABLE%20payment_intents",
        "a" * 10_000,
    ],
)
def test_a_malformed_uuid_is_not_found(client: httpx.Client, malformed: str) -> None:
    answer = client.get(f"{PAYMENT_INTENTS}/{malformed}")
    assert answer.status_code == 404
    assert list(answer.json()) == ["message"]


def test_each_of_many_readers_at_once_gets_the_intent_asked_for(
    client: httpx.Client, service: Service
) -> None:
    intents = [client.post(PAYMENT_INTENTS, json=body()).json()["data"] for _ in range(20)]
    wanted = [*intents, None] * 5
    urls = [f"{PAYMENT_INTENTS}/{i['uuid'] if i else uuid.uuid4()}" for i in wanted]
    answers = service.all_at_once([("GET", url, None) for url in urls])
    for intent, answer in zip(wanted, answers, strict=True):
        assert answer.status_code == (200 if intent else 404)
        assert intent is None or answer.json() == {"data": intent}
