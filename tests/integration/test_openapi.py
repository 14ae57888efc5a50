"""The OpenAPI document tells the truth: about itself, and about the running service."""

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.specs.openapi.definitions import OPENAPI_31

from tests.support.bodies import ahead, body
from tests.support.cli import Application, create_application
from tests.support.service import PAYMENT_INTENTS, Service
from wasl.api.create_request import parse_create_request
from wasl.api.openapi_document import openapi_document
from wasl.api.routes import PREFIX
from wasl.domain.errors import InvalidRequest
from wasl.domain.payment_intent import MERCHANT_REFERENCE_MAX_CHARS
from wasl.web.errors import STATUS_BY_ERROR
from wasl.web.request_body import MAX_BODY_BYTES

PUBLIC_URL = "https://pay.example"
DOCUMENT: dict[str, Any] = json.loads(json.dumps(openapi_document(PUBLIC_URL)))
CREATE: dict[str, Any] = DOCUMENT["paths"]["/payment-intents"]["post"]
RETRIEVE: dict[str, Any] = DOCUMENT["paths"]["/payment-intents/{paymentIntent}"]["get"]
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]


def validator(schema: Mapping[str, Any]) -> jsonschema_rs.Validator:
    """Of a schema inside the document: its references lead into the document."""
    return jsonschema_rs.Draft202012Validator(
        {**schema, "components": DOCUMENT["components"]}, validate_formats=True
    )


def objects_in(value: Any, at: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every JSON object in the value, with the way to it."""
    if isinstance(value, dict):
        yield at, value
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if isinstance(item, dict | list):
            yield from objects_in(item, f"{at}/{key}")


# --- The document itself ---


def test_anyone_can_read_the_document(service: Service) -> None:
    answer = httpx.get(f"{service.url}{PREFIX}/openapi.json")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    served = answer.json()
    public_url = served["servers"][0]["url"].removesuffix(PREFIX)
    assert served == json.loads(json.dumps(openapi_document(public_url)))


def test_it_is_valid_openapi_3_1() -> None:
    errors = jsonschema_rs.Draft202012Validator(OPENAPI_31).iter_errors(DOCUMENT)
    assert [f"{error.instance_path}: {error.message}" for error in errors] == []


def test_every_schema_in_it_is_valid_json_schema() -> None:
    for schema in SCHEMAS.values():
        jsonschema_rs.meta.validate(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
        )


def test_it_names_the_server_and_both_credentials_together() -> None:
    assert DOCUMENT["servers"] == [{"url": f"{PUBLIC_URL}{PREFIX}"}]
    assert DOCUMENT["security"] == [{"apiKey": [], "accessToken": []}]


def examples() -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Every example with its schema: of bodies, headers and parameters, and of single fields."""
    for at, found in objects_in(DOCUMENT):
        if "schema" in found:
            for name, example in found.get("examples", {}).items():
                yield f"{at}/{name}", found["schema"], example["value"]
            if "example" in found:
                yield at, found["schema"], found["example"]
        elif "type" in found:
            for number, example in enumerate(found.get("examples", [])):
                yield f"{at}/{number}", found, example


EXAMPLES = list(examples())


@pytest.mark.parametrize(
    ("schema", "example"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES]
)
def test_an_example_fits_its_schema(schema: dict[str, Any], example: Any) -> None:
    validator(schema).validate(example)


def test_every_body_has_an_example() -> None:
    bodies = [found for _, found in objects_in(DOCUMENT["paths"]) if "content" in found]
    assert all(found["content"]["application/json"]["examples"] for found in bodies)


def test_every_answer_carries_a_request_id() -> None:
    for operation in (CREATE, RETRIEVE):
        for answer in operation["responses"].values():
            assert "X-Request-Id" in answer["headers"]


ERROR_STATUSES = set(STATUS_BY_ERROR.values()) | {500}


@pytest.mark.parametrize(
    ("operation", "successes", "never"),
    # 409 is for forms of the dashboard.
    [(CREATE, {200, 201}, {403, 404, 409}), (RETRIEVE, {200}, {409, 413, 415, 422})],
    ids=["create", "retrieve"],
)
def test_the_documented_statuses_are_those_of_the_error_table(
    operation: dict[str, Any], successes: set[int], never: set[int]
) -> None:
    documented = {int(status) for status in operation["responses"]}
    assert documented == successes | (ERROR_STATUSES - never)


def is_accepted(field: str, value: object) -> bool:
    try:
        parse_create_request(body(**{field: value}))
    except InvalidRequest:
        return False
    return True


@pytest.mark.parametrize(
    ("field", "text"), [("merchant_reference", "{}"), ("return_url", "https://shop.example/{}")]
)
def test_a_pattern_knows_the_same_characters_as_the_service(field: str, text: str) -> None:
    fits = validator(SCHEMAS["NewPaymentIntent"]["properties"][field]).is_valid
    for character in map(chr, [*range(0xD800), *range(0xE000, 0x10000)]):
        value = text.format(character)
        assert fits(value) == is_accepted(field, value), hex(ord(character))


def keys(count: int) -> dict[str, str]:
    return {f"key-{number}": "" for number in range(count)}


@pytest.mark.parametrize(
    ("field", "last_accepted", "first_refused"),
    [
        ("merchant_reference", "x" * 255, "x" * 256),
        ("amount", 1_000, 999),
        ("amount", 1_000_000_000, 1_000_000_001),
        ("return_url", "https://a/".ljust(2048, "x"), "https://a/".ljust(2049, "x")),
        ("metadata", keys(20), keys(21)),
        ("metadata", {"k" * 40: ""}, {"k" * 41: ""}),
        ("metadata", {"k": "v" * 255}, {"k": "v" * 256}),
    ],
)
def test_a_limit_is_where_the_service_has_it(
    field: str, last_accepted: object, first_refused: object
) -> None:
    fits = validator(SCHEMAS["NewPaymentIntent"]["properties"][field]).is_valid
    assert (fits(last_accepted), is_accepted(field, last_accepted)) == (True, True)
    assert (fits(first_refused), is_accepted(field, first_refused)) == (False, False)


# --- The document and the running service ---


@pytest.mark.parametrize("name", CREATE["requestBody"]["content"]["application/json"]["examples"])
def test_an_example_of_a_request_can_be_sent_as_it_is(client: httpx.Client, name: str) -> None:
    examples = CREATE["requestBody"]["content"]["application/json"]["examples"]
    answer = client.post(PAYMENT_INTENTS, json=examples[name]["value"])
    assert answer.status_code in (200, 201), answer.text


def test_an_intent_has_the_documented_fields_in_their_order(client: httpx.Client) -> None:
    created = client.post(PAYMENT_INTENTS, json=body()).json()["data"]
    assert list(created) == list(SCHEMAS["PaymentIntent"]["properties"])
    assert list(created) == SCHEMAS["PaymentIntent"]["required"]


def documented(operation: dict[str, Any], status: int, example: str) -> Any:
    content = operation["responses"][str(status)]["content"]["application/json"]
    return content["examples"][example]["value"]


@pytest.mark.parametrize(
    ("status", "example", "request_"),
    [
        (401, "access_token", {"headers": {"Authorization": "Bearer at_unknown"}}),
        (401, "api_key", {"headers": {"X-API-Key": "pk_unknown"}}),
        (413, "too_large", {"content": b" " * (MAX_BODY_BYTES + 1)}),
        (415, "other_content_type", {"content": "", "headers": {"Content-Type": "text/plain"}}),
        (
            422,
            "wrong_fields",
            {"json": {"amount": 25.5, "currency": "USD", "metadata": {"cart": 7}}},
        ),
        (422, "not_json", {"content": "amount=25500"}),
        (422, "expires_too_late", {"json": body(expires_at=ahead(timedelta(days=32)))}),
    ],
)
def test_the_service_refuses_a_create_in_the_documented_words(
    client: httpx.Client, status: int, example: str, request_: dict[str, Any]
) -> None:
    answer = client.post(PAYMENT_INTENTS, **request_)
    assert (answer.status_code, answer.json()) == (status, documented(CREATE, status, example))


def test_the_service_refuses_a_retrieve_in_the_documented_words(
    client: httpx.Client, other_application: Application
) -> None:
    example = f"{PAYMENT_INTENTS}/{RETRIEVE['parameters'][0]['example']}"
    unknown = client.get(example)
    assert unknown.status_code == 404
    assert unknown.json() == documented(RETRIEVE, 404, "unknown_uuid")
    created = client.post(PAYMENT_INTENTS, json=body()).json()["data"]["uuid"]
    forbidden = client.get(f"{PAYMENT_INTENTS}/{created}", headers=other_application.headers)
    assert forbidden.status_code == 403
    assert forbidden.json() == documented(RETRIEVE, 403, "of_another_application")


# Requests that the document allows and requests that it forbids, the same ones every time.
api = schemathesis.openapi.from_dict(
    DOCUMENT,
    config=schemathesis.Config.from_dict(
        {
            "seed": 1,
            "generation": {
                "deterministic": True,
                "max-examples": 100,
                "database": "none",
                # The service is given its real credentials; refused ones have tests above.
                "with-security-parameters": False,
            },
        }
    ),
)


Case = schemathesis.Case[Any]


def make_acceptable(case: Case) -> None:
    """Completes a valid create where JSON Schema cannot say what the service accepts.

    To JSON Schema 1000.0 is an integer, and it does not know what time it is. The pattern of
    return_url leaves the host open: it must not make a client refuse what the service takes.
    """
    create = valid_create(case)
    if create is None:
        return
    create["amount"] = int(create["amount"])
    if create.get("expires_at"):
        create["expires_at"] = ahead(timedelta(hours=1))
    if create.get("return_url"):
        # One character, so that an address of the greatest length does not grow.
        create["return_url"] = re.sub("://[^/?#]+", "://a", create["return_url"], count=1)
    case.body = create


def use_another_reference(case: Case) -> None:
    """Most generated references have been used already, and a repeat stores nothing."""
    create = valid_create(case)
    if create is None:
        return
    numbered = f"{next(numbers)} {create['merchant_reference']}"
    # A reference near the limits of its length is there for its length.
    if 10 < len(numbered) < MERCHANT_REFERENCE_MAX_CHARS:
        case.body = {**create, "merchant_reference": numbered}


numbers = itertools.count(1)


def valid_create(case: Case) -> dict[str, Any] | None:
    """A copy of its body, if the request is a create that fits the document."""
    if not isinstance(case.body, dict) or case.meta is None:
        return None
    return dict(case.body) if case.meta.generation.mode.is_positive else None


@api.include(method="POST").parametrize()
def test_a_create_keeps_to_the_document(case: Case, service: Service) -> None:
    make_acceptable(case)
    use_another_reference(case)
    case.call_and_validate(base_url=f"{service.url}{PREFIX}", headers=service.headers)


@api.include(method="GET").parametrize()
def test_a_read_keeps_to_the_document(case: Case, service: Service) -> None:
    case.call_and_validate(base_url=f"{service.url}{PREFIX}", headers=service.headers)


def test_the_links_lead_from_a_create_to_its_intent(service: Service) -> None:
    answers: set[tuple[str, int]] = set()
    application = create_application(service.database_url)

    class Merchant(api.as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            # What was created in one run would be there in the next: the same requests would be
            # answered otherwise, and hypothesis would find itself drawing other data.
            service.database.execute(
                "DELETE FROM payment_intents WHERE application_id = $1", application.application_id
            )

        def get_call_kwargs(self, case: Case) -> dict[str, Any]:
            return {"base_url": f"{service.url}{PREFIX}", "headers": application.headers}

        def before_call(self, case: Case) -> None:
            make_acceptable(case)

        def after_call(self, response: schemathesis.Response, case: Case) -> None:
            answers.add((case.method, response.status_code))

    Merchant.run(settings=settings(max_examples=15, stateful_step_count=5, database=None))
    assert {("POST", 201), ("POST", 200), ("GET", 200)} <= answers
