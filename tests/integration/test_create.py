from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import httpx
import pytest

from tests.support.bodies import body, full_body, unique_reference
from tests.support.cli import Application
from tests.support.service import PAYMENT_INTENTS, Service

FIELDS = [
    *("uuid", "reference", "merchant_reference", "amount", "currency", "status", "description"),
    *("customer", "return_url", "metadata", "expires_at", "checkout_url"),
    *("created_at", "updated_at"),
]


def test_a_valid_body_answers_201_with_every_field(client: httpx.Client) -> None:
    sent = full_body()
    answer = client.post(PAYMENT_INTENTS, json=sent)
    assert answer.status_code == 201
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["data"]
    data = answer.json()["data"]
    assert list(data) == FIELDS
    for name in ("merchant_reference", "amount", "currency", "description", "customer"):
        assert data[name] == sent[name]
    assert data["return_url"] == sent["return_url"]
    assert data["metadata"] == sent["metadata"]
    assert data["status"] == "requires_payment_method"


def test_what_was_not_sent_is_null(client: httpx.Client) -> None:
    data = client.post(PAYMENT_INTENTS, json=body()).json()["data"]
    assert list(data) == FIELDS
    assert data["description"] is None
    assert data["return_url"] is None
    assert data["metadata"] is None
    assert data["customer"] == {"external_id": None}


def test_null_counts_as_absent_in_every_optional_field(client: httpx.Client) -> None:
    names = ("customer", "description", "return_url", "metadata", "expires_at")
    answer = client.post(PAYMENT_INTENTS, json=body(**dict.fromkeys(names)))
    assert answer.status_code == 201
    data = answer.json()["data"]
    assert [data["description"], data["return_url"], data["metadata"]] == [None, None, None]
    assert data["customer"] == {"external_id": None}
    assert _lifetime(data) == timedelta(hours=24)


def test_an_intent_expires_24_hours_after_its_creation_by_default(client: httpx.Client) -> None:
    before = datetime.now(UTC)
    data = client.post(PAYMENT_INTENTS, json=body()).json()["data"]
    assert before <= datetime.fromisoformat(data["created_at"]) <= datetime.now(UTC)
    assert _lifetime(data) == timedelta(hours=24)
    assert data["updated_at"] == data["created_at"]


def test_times_are_in_utc_and_end_in_z(client: httpx.Client) -> None:
    at = datetime.now(UTC).replace(microsecond=0) + timedelta(days=3)
    libyan = at.astimezone(timezone(timedelta(hours=2))).isoformat()
    data = client.post(PAYMENT_INTENTS, json=body(expires_at=libyan)).json()["data"]
    for name in ("expires_at", "created_at", "updated_at"):
        assert data[name].endswith("Z")
    assert datetime.fromisoformat(data["expires_at"]) == at


def test_a_time_without_an_offset_is_utc(client: httpx.Client) -> None:
    at = datetime.now(UTC).replace(microsecond=0) + timedelta(days=3)
    sent = body(expires_at=at.replace(tzinfo=None).isoformat())
    data = client.post(PAYMENT_INTENTS, json=sent).json()["data"]
    assert datetime.fromisoformat(data["expires_at"]) == at


def test_an_intent_has_names_for_machines_and_for_people(client: httpx.Client) -> None:
    data = client.post(PAYMENT_INTENTS, json=body()).json()["data"]
    assert UUID(data["uuid"]).version == 7
    assert str(UUID(data["uuid"])) == data["uuid"]
    assert len(data["reference"]) == 8
    assert data["reference"] == data["reference"].upper()
    assert data["checkout_url"] == f"http://localhost:8000/checkout/{data['uuid']}"


def test_unknown_fields_are_ignored(client: httpx.Client) -> None:
    sent = body(customer={"external_id": "7", "email": "a@b.ly"}, colour="blue", status="succeeded")
    answer = client.post(PAYMENT_INTENTS, json=sent)
    assert answer.status_code == 201
    assert list(answer.json()["data"]) == FIELDS
    assert answer.json()["data"]["customer"] == {"external_id": "7"}
    assert answer.json()["data"]["status"] == "requires_payment_method"


@pytest.mark.parametrize("customer", [{}, {"external_id": None}])
def test_a_customer_may_have_no_external_id(
    client: httpx.Client, customer: dict[str, object]
) -> None:
    answer = client.post(PAYMENT_INTENTS, json=body(customer=customer))
    assert answer.status_code == 201
    assert answer.json()["data"]["customer"] == {"external_id": None}


def test_empty_metadata_comes_back_as_null(client: httpx.Client) -> None:
    answer = client.post(PAYMENT_INTENTS, json=body(metadata={}))
    assert answer.status_code == 201
    assert answer.json()["data"]["metadata"] is None


def test_metadata_keeps_the_order_of_its_keys(client: httpx.Client) -> None:
    sent = {"z": "1", "a": "2", "ي": "3", "10": "4", "9": "5", "": ""}
    uuid = client.post(PAYMENT_INTENTS, json=body(metadata=sent)).json()["data"]["uuid"]
    metadata = client.get(f"{PAYMENT_INTENTS}/{uuid}").json()["data"]["metadata"]
    assert list(metadata.items()) == list(sent.items())


def test_a_reference_is_kept_to_the_byte(client: httpx.Client) -> None:
    """White space around it, its case and its Unicode form all make a reference another one."""
    stem = unique_reference()
    composed, decomposed = "\u00e9", "e\u0301"
    ends = [composed, decomposed, composed.upper(), f"{composed} ", f"{composed}\n"]
    spellings = [stem + end for end in ends] + [f" {stem}{composed}"]
    answers = [client.post(PAYMENT_INTENTS, json=body(merchant_reference=s)) for s in spellings]
    assert [answer.status_code for answer in answers] == [201] * len(spellings)
    assert [a.json()["data"]["merchant_reference"] for a in answers] == spellings


def test_two_applications_may_use_the_same_reference(
    client: httpx.Client, service: Service, other_application: Application
) -> None:
    sent = body()
    mine = client.post(PAYMENT_INTENTS, json=sent)
    theirs = client.post(PAYMENT_INTENTS, json=sent, headers=other_application.headers)
    assert [mine.status_code, theirs.status_code] == [201, 201]
    assert mine.json()["data"]["uuid"] != theirs.json()["data"]["uuid"]
    assert service.database.count_intents(sent["merchant_reference"]) == 2


def test_what_was_acknowledged_is_in_the_database(client: httpx.Client, service: Service) -> None:
    sent = full_body()
    uuid = client.post(PAYMENT_INTENTS, json=sent).json()["data"]["uuid"]
    [row] = service.database.fetch("SELECT * FROM payment_intents WHERE uuid = $1", uuid)
    assert str(row["application_id"]) == service.application_id
    assert row["amount_minor"] == sent["amount"]
    assert row["status"] == "requires_payment_method"


def _lifetime(data: dict[str, str]) -> timedelta:
    return datetime.fromisoformat(data["expires_at"]) - datetime.fromisoformat(data["created_at"])
