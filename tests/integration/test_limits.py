"""Both edges of every limit: the last value that is taken, and the first that is not."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest

from tests.support.bodies import body
from tests.support.service import PAYMENT_INTENTS, Service

# One character each, though two bytes, four bytes, and two UTF-16 units.
CHARACTERS = ["a", "ش", "👕"]


def accept(client: httpx.Client, sent: dict[str, object]) -> dict[str, object]:
    answer = client.post(PAYMENT_INTENTS, json=sent)
    assert answer.status_code == 201, answer.text
    uuid = answer.json()["data"]["uuid"]
    assert client.get(f"{PAYMENT_INTENTS}/{uuid}").json() == answer.json()
    data: dict[str, object] = answer.json()["data"]
    return data


def refuse(client: httpx.Client, service: Service, sent: dict[str, object], field: str) -> None:
    before = service.database.count_intents()
    answer = client.post(PAYMENT_INTENTS, json=sent)
    assert answer.status_code == 422, answer.text
    assert list(answer.json()["errors"]) == [field]
    assert service.database.count_intents() == before


def test_an_amount_lies_between_one_dinar_and_a_million(
    client: httpx.Client, service: Service
) -> None:
    for amount in (1_000, 1_001, 999_999_999, 1_000_000_000):
        assert accept(client, body(amount=amount))["amount"] == amount
    for amount in (999, 1_000_000_001):
        refuse(client, service, body(amount=amount), "amount")


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_reference_has_at_most_255_characters(
    client: httpx.Client, service: Service, character: str
) -> None:
    longest = body()["merchant_reference"].ljust(255, character)
    assert accept(client, body(merchant_reference=longest))["merchant_reference"] == longest
    refuse(client, service, body(merchant_reference=longest + character), "merchant_reference")


def test_metadata_has_at_most_20_keys(client: httpx.Client, service: Service) -> None:
    twenty = {f"key {number}": str(number) for number in range(20)}
    assert accept(client, body(metadata=twenty))["metadata"] == twenty
    refuse(client, service, body(metadata=twenty | {"one more": ""}), "metadata")


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_metadata_key_has_at_most_40_characters(
    client: httpx.Client, service: Service, character: str
) -> None:
    assert accept(client, body(metadata={character * 40: "x"}))["metadata"] == {character * 40: "x"}
    answer = client.post(PAYMENT_INTENTS, json=body(metadata={character * 41: "x"}))
    assert answer.status_code == 422
    [named] = answer.json()["errors"]
    assert named.startswith(f"metadata.{character * 40}")


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_metadata_value_has_at_most_255_characters(
    client: httpx.Client, service: Service, character: str
) -> None:
    longest = {"k": character * 255}
    assert accept(client, body(metadata=longest))["metadata"] == longest
    refuse(client, service, body(metadata={"k": character * 256}), "metadata.k")


def test_a_return_url_has_at_most_2048_characters(client: httpx.Client, service: Service) -> None:
    longest = "https://shop.example/".ljust(2048, "a")
    assert accept(client, body(return_url=longest))["return_url"] == longest
    refuse(client, service, body(return_url=longest + "a"), "return_url")


@pytest.mark.parametrize(
    "url",
    [
        *("http://shop.example", "https://shop.example/", "HTTPS://Shop.Example/A?b=c&d=%20#e"),
        *("http://localhost:3000/orders/7", "http://127.0.0.1/", "http://[::1]:8080/x"),
        *("https://متجر.example/طلب/٧", "https://shop.example:65535/", "https://a.b/?x=[]"),
    ],
)
def test_a_return_url_comes_back_as_it_was_sent(client: httpx.Client, url: str) -> None:
    assert accept(client, body(return_url=url))["return_url"] == url


def test_an_expiry_is_more_than_5_minutes_ahead(client: httpx.Client, service: Service) -> None:
    nearest = datetime.now(UTC) + timedelta(minutes=5)
    accept(client, body(expires_at=(nearest + timedelta(seconds=30)).isoformat()))
    refuse(client, service, body(expires_at=nearest.isoformat()), "expires_at")


def test_an_expiry_is_less_than_31_days_ahead(client: httpx.Client, service: Service) -> None:
    farthest = datetime.now(UTC) + timedelta(days=31)
    accept(client, body(expires_at=farthest.isoformat()))
    too_far = farthest + timedelta(seconds=30)
    refuse(client, service, body(expires_at=too_far.isoformat()), "expires_at")


@pytest.mark.parametrize(
    "moment",
    ["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"],
)
def test_an_expiry_at_the_end_of_time_is_refused_like_any_other(
    client: httpx.Client, service: Service, moment: str
) -> None:
    refuse(client, service, body(expires_at=moment), "expires_at")


def test_a_description_may_be_as_long_as_the_body(client: httpx.Client) -> None:
    text = "وصف " * 9_000
    assert accept(client, body(description=text))["description"] == text
    assert accept(client, body(description=""))["description"] == ""
