"""The six rules of idempotency (section 4.1 of the specification)."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest

from tests.support.bodies import body, full_body, unique_reference
from tests.support.service import PAYMENT_INTENTS, Service


def test_rule_1_the_first_create_with_a_reference_makes_an_intent(
    client: httpx.Client, service: Service
) -> None:
    reference = unique_reference()
    assert service.database.count_intents(reference) == 0
    answer = client.post(PAYMENT_INTENTS, json=body(merchant_reference=reference))
    assert answer.status_code == 201
    assert service.database.count_intents(reference) == 1


def test_rule_2_a_repeat_answers_200_with_the_existing_intent(
    client: httpx.Client, service: Service
) -> None:
    sent = full_body()
    first = client.post(PAYMENT_INTENTS, json=sent)
    for _ in range(3):
        repeat = client.post(PAYMENT_INTENTS, json=sent)
        assert repeat.status_code == 200
        assert repeat.content == first.content
    assert service.database.count_intents(sent["merchant_reference"]) == 1


@pytest.mark.parametrize(
    "moves",
    [["processing"], ["succeeded"], ["canceled"], ["canceled", "succeeded"]],
    ids=" then ".join,
)
def test_rule_2_holds_whatever_the_status(
    client: httpx.Client, service: Service, moves: list[str]
) -> None:
    sent = full_body()
    uuid = client.post(PAYMENT_INTENTS, json=sent).json()["data"]["uuid"]
    for status in moves:
        service.move(uuid, status)
    repeat = client.post(PAYMENT_INTENTS, json=sent)
    assert repeat.status_code == 200
    assert repeat.json()["data"]["uuid"] == uuid
    assert repeat.json()["data"]["status"] == moves[-1]
    assert repeat.json() == client.get(f"{PAYMENT_INTENTS}/{uuid}").json()


def test_rule_3_two_identical_creates_at_the_same_moment_make_one_intent(service: Service) -> None:
    for _ in range(10):
        sent = body()
        answers = service.all_at_once([("POST", PAYMENT_INTENTS, sent)] * 2)
        assert sorted(answer.status_code for answer in answers) == [200, 201]
        assert answers[0].content == answers[1].content
        assert service.database.count_intents(sent["merchant_reference"]) == 1


def test_rule_4_a_repeat_ignores_its_other_fields(client: httpx.Client) -> None:
    sent = full_body()
    first = client.post(PAYMENT_INTENTS, json=sent)
    changes: dict[str, object] = {
        "amount": 1_000_000,
        "description": "Another one",
        "customer": {"external_id": "someone else"},
        "return_url": "https://other.example/",
        "metadata": {"other": "pairs"},
        "expires_at": (datetime.now(UTC) + timedelta(days=20)).isoformat(),
    }
    for changed in (*({name: value} for name, value in changes.items()), changes):
        repeat = client.post(PAYMENT_INTENTS, json=sent | changed)
        assert repeat.status_code == 200
        assert repeat.content == first.content
    bare = body(merchant_reference=sent["merchant_reference"])
    assert client.post(PAYMENT_INTENTS, json=bare).content == first.content


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("amount", 999),
        ("amount", None),
        ("currency", "USD"),
        ("description", 7),
        ("metadata", {"size": 1}),
        ("return_url", "shop.example"),
        ("expires_at", "tomorrow"),
    ],
)
def test_rule_5_a_repeat_must_still_be_valid(
    client: httpx.Client, service: Service, field: str, wrong: object
) -> None:
    sent = full_body()
    first = client.post(PAYMENT_INTENTS, json=sent)
    repeat = client.post(PAYMENT_INTENTS, json=sent | {field: wrong})
    assert repeat.status_code == 422
    [named] = repeat.json()["errors"]
    assert named.split(".")[0] == field
    uuid = first.json()["data"]["uuid"]
    assert client.get(f"{PAYMENT_INTENTS}/{uuid}").json() == first.json()
    assert service.database.count_intents(sent["merchant_reference"]) == 1


@pytest.mark.parametrize(
    "moment",
    [timedelta(days=-365), timedelta(seconds=-1), timedelta(minutes=1), timedelta(days=400)],
    ids=["a year ago", "a second ago", "in a minute", "in 400 days"],
)
def test_rule_5_the_window_of_expires_at_binds_creation_alone(
    client: httpx.Client, moment: timedelta
) -> None:
    outside = {"expires_at": (datetime.now(UTC) + moment).isoformat()}
    sent = full_body()
    refused = client.post(PAYMENT_INTENTS, json=sent | outside)
    assert refused.status_code == 422
    assert list(refused.json()["errors"]) == ["expires_at"]
    first = client.post(PAYMENT_INTENTS, json=sent)
    assert first.status_code == 201
    repeat = client.post(PAYMENT_INTENTS, json=sent | outside)
    assert repeat.status_code == 200
    assert repeat.content == first.content


def test_rule_5_a_passed_expires_at_does_not_excuse_another_wrong_field(
    client: httpx.Client,
) -> None:
    sent = full_body()
    client.post(PAYMENT_INTENTS, json=sent)
    late_and_wrong = sent | {"expires_at": "2020-01-01T00:00:00Z", "amount": 0}
    repeat = client.post(PAYMENT_INTENTS, json=late_and_wrong)
    assert repeat.status_code == 422
    assert list(repeat.json()["errors"]) == ["amount"]


def test_rule_6_another_reference_makes_a_second_intent_for_the_same_order(
    client: httpx.Client, service: Service
) -> None:
    sent = full_body()
    first = client.post(PAYMENT_INTENTS, json=sent).json()["data"]
    service.move(first["uuid"], "succeeded")
    second = client.post(PAYMENT_INTENTS, json=sent | {"merchant_reference": unique_reference()})
    assert second.status_code == 201
    assert second.json()["data"]["uuid"] != first["uuid"]
    assert second.json()["data"]["status"] == "requires_payment_method"
