"""Both clients against a running service."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any, assert_type
from uuid import uuid4

import pytest

from tests.sdk.caller import Caller
from tests.sdk.conftest import NewCaller
from tests.support.bodies import unique_reference
from tests.support.cli import Application
from tests.support.postgres import Postgres
from tests.support.service import PAYMENT_INTENTS, Service, running_service
from tests.support.waiting import wait_for
from wasl_sdk import (
    AsyncWaslClient,
    AuthenticationFailed,
    Customer,
    InvalidRequest,
    NotFound,
    PaymentIntent,
    PermissionDenied,
    RateLimited,
    ReferenceConflict,
    Status,
    WaslClient,
    WaslError,
)

TIMES = ("expires_at", "created_at", "updated_at")


def everything(**changes: object) -> dict[str, Any]:
    """Every argument there is."""
    named: dict[str, Any] = {
        "merchant_reference": unique_reference(),
        "amount": 25_500,
        "currency": "LYD",
        "customer_external_id": "customer-77",
        "description": "قميص أزرق 👕",
        "return_url": "https://shop.example/orders/77?from=checkout",
        "metadata": {"size": "XL", "color": "أزرق"},
        "expires_at": datetime.now(UTC).replace(microsecond=0) + timedelta(hours=2),
    }
    return named | changes


def test_what_is_sent_comes_back_typed(caller: Caller) -> None:
    sent = everything()
    intent = caller.create(**sent)
    assert intent.status is Status.REQUIRES_PAYMENT_METHOD
    assert intent.customer == Customer("customer-77")
    for name in sent.keys() - {"customer_external_id"}:
        assert getattr(intent, name) == sent[name]


def test_every_field_of_the_answer_is_there(caller: Caller, service: Service) -> None:
    intent = caller.create(**everything())
    with service.client() as plain:
        data = plain.get(f"{PAYMENT_INTENTS}/{intent.uuid}").json()["data"]
    assert set(data) == set(PaymentIntent.__slots__)
    for name in TIMES:
        time = getattr(intent, name)
        assert time == datetime.fromisoformat(data[name])
        assert time.utcoffset() is not None
    assert intent.customer.external_id == data["customer"]["external_id"]
    for name in data.keys() - {"customer", *TIMES}:
        assert getattr(intent, name) == data[name]


def test_what_is_not_sent_is_none(caller: Caller) -> None:
    intent = caller.create(merchant_reference=unique_reference(), amount=1_000)
    assert (intent.description, intent.return_url, intent.metadata) == (None, None, None)
    assert intent.customer == Customer(None)
    assert intent.currency == "LYD"


def test_an_intent_is_retrieved_as_it_is_now(caller: Caller, service: Service) -> None:
    created = caller.create(**everything())
    assert caller.retrieve(created.uuid) == created
    service.move(created.uuid, "processing")
    service.move(created.uuid, "succeeded")
    assert caller.retrieve(created.uuid).is_paid(amount=25_500)


def test_the_same_reference_is_the_same_intent(caller: Caller) -> None:
    sent = everything()
    assert caller.create(**sent) == caller.create(**sent | {"description": "something else"})


def test_a_reference_of_another_amount_is_refused_before_anyone_pays_it(caller: Caller) -> None:
    sent = everything()
    existing = caller.create(**sent)
    with pytest.raises(ReferenceConflict, match="25500 LYD, not 30000 LYD") as refused:
        caller.create(**sent | {"amount": 30_000})
    assert refused.value.intent == existing
    assert refused.value.status == 200


@pytest.mark.parametrize("wrong", ["api_key", "access_token"])
def test_wrong_credentials_are_told_and_never_shown(
    new_caller: NewCaller, service: Service, wrong: str
) -> None:
    right = {"api_key": service.api_key, "access_token": service.access_token}
    caller = new_caller(service.url, **right | {wrong: "wrong-and-secret"})
    with pytest.raises(AuthenticationFailed) as failed:
        caller.create(**everything())
    assert failed.value.status == 401
    shown = repr(caller.client) + str(failed.value) + repr(failed.value)  # type: ignore[attr-defined]
    for secret in ("wrong-and-secret", *right.values()):
        assert secret not in shown


def test_each_wrong_field_has_its_messages(caller: Caller) -> None:
    with pytest.raises(InvalidRequest) as refused:
        caller.create(**everything(amount=5, metadata={"color": 3}))
    assert refused.value.status == 422
    assert refused.value.errors == {
        "amount": ("The amount must be at least 1000.",),
        "metadata.color": ("The metadata.color must be a string.",),
    }


def test_an_unknown_intent_is_not_found(caller: Caller) -> None:
    with pytest.raises(NotFound) as failed:
        caller.retrieve(uuid4())
    assert failed.value.status == 404


def test_an_intent_of_another_application_is_denied(
    caller: Caller, new_caller: NewCaller, service: Service, other_application: Application
) -> None:
    other = new_caller(
        service.url,
        api_key=other_application.api_key,
        access_token=other_application.access_token,
    )
    with pytest.raises(PermissionDenied) as failed:
        caller.retrieve(other.create(**everything()).uuid)
    assert failed.value.status == 403


def test_an_error_names_the_request_as_the_services_log_does(
    caller: Caller, service: Service
) -> None:
    with pytest.raises(NotFound) as failed:
        caller.retrieve(uuid4())
    request_id = failed.value.request_id
    assert request_id is not None
    assert request_id.startswith("sdk_")
    assert request_id in str(failed.value)
    wait_for(lambda: any(request_id in line for line in list(service.log_lines)))


@pytest.mark.parametrize("uuid", ["", "..", "not-a-uuid", "../applications"])
def test_what_is_no_uuid_is_not_sent(caller: Caller, uuid: str) -> None:
    with pytest.raises(ValueError, match="UUID"):
        caller.retrieve(uuid)


def test_a_time_without_an_offset_is_a_mistake_of_the_caller(caller: Caller) -> None:
    naive = datetime.now(UTC).replace(tzinfo=None) + timedelta(hours=2)
    with pytest.raises(ValueError, match="offset"):
        caller.create(**everything(expires_at=naive))


def test_a_rate_limit_is_told_with_the_time_to_wait_and_waited_for(
    new_caller: NewCaller, postgres: Postgres
) -> None:
    limits = {"rate_limit_per_second": 1, "rate_limit_burst": 1}
    with running_service(postgres.new_migrated_database(), workers=1, **limits) as service:
        named = {"api_key": service.api_key, "access_token": service.access_token}
        impatient = new_caller(service.url, max_tries=1, **named)
        created = impatient.create(**everything())
        with pytest.raises(RateLimited) as refused:
            impatient.retrieve(created.uuid)
        assert refused.value.status == 429
        assert refused.value.retry_after_s == 1
        assert new_caller(service.url, **named).retrieve(created.uuid) == created


def test_one_client_serves_many_threads(service: Service) -> None:
    reference = unique_reference()
    with (
        WaslClient(
            f"{service.url}/api/v1", api_key=service.api_key, access_token=service.access_token
        ) as client,
        ThreadPoolExecutor(8) as threads,
    ):
        created = threads.map(
            lambda _: client.create_payment_intent(merchant_reference=reference, amount=5_000),
            range(16),
        )
        assert len({intent.uuid for intent in created}) == 1


def test_all_errors_have_one_base() -> None:
    for kind in (AuthenticationFailed, InvalidRequest, NotFound, RateLimited, ReferenceConflict):
        assert issubclass(kind, WaslError)


async def types_as_mypy_sees_them(client: WaslClient, other: AsyncWaslClient) -> None:
    """Never run: `make lint` fails if what a merchant's type checker sees changes."""
    intent = client.create_payment_intent(merchant_reference="a", amount=1_000)
    assert_type(intent, PaymentIntent)
    assert_type(intent.status, Status)
    assert_type(intent.expires_at, datetime | None)
    assert_type(client.retrieve_payment_intent("…"), PaymentIntent)
    created = await other.create_payment_intent(merchant_reference="a", amount=1_000)
    assert_type(created, PaymentIntent)
    assert_type(await other.retrieve_payment_intent("…"), PaymentIntent)
