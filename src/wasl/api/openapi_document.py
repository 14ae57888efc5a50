"""The OpenAPI document: operations, and everything they may answer.

What can go wrong is described by the errors themselves: their statuses and bodies come from the
table that answers real requests.
"""

from collections.abc import Mapping
from typing import Final

from wasl import __version__
from wasl.api.create_request import parse_create_request
from wasl.api.openapi_schemas import HEADERS, Json, ref, schemas
from wasl.domain.errors import (
    AccessTokenRejected,
    ApiKeyRejected,
    InvalidRequest,
    PaymentIntentForbidden,
    PaymentIntentNotFound,
    RateLimited,
    RequestTooLarge,
    ServiceUnavailable,
    UnsupportedMediaType,
    WaslError,
)
from wasl.domain.payment_intent import Status
from wasl.services.create_payment_intent import EXPIRES_AT_OUT_OF_WINDOW
from wasl.web.errors import STATUS_BY_ERROR, json_body_of
from wasl.web.request_body import MAX_BODY_BYTES, parse_object


def openapi_document(public_url: str) -> Json:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Wasl merchant API", "version": __version__, "description": _OVERVIEW},
        "servers": [{"url": f"{public_url}/api/v1"}],
        "security": [{"apiKey": [], "accessToken": []}],
        "tags": [{"name": _TAG, "description": "Ask for a payment, then learn how it went."}],
        "paths": {
            "/payment-intents": {"post": _create(public_url)},
            "/payment-intents/{paymentIntent}": {"get": _retrieve(public_url)},
        },
        "components": {
            "schemas": schemas(),
            "headers": HEADERS,
            "securitySchemes": _SECURITY_SCHEMES,
        },
    }


_TAG: Final = "Payment intents"

_OVERVIEW: Final = """\
Take payments in Libyan dinar. Call this API from your server only, never from a browser or an app.

1. Create a payment intent for the order and keep its `uuid`.
2. Redirect the customer to its `checkout_url`.
3. When a webhook arrives, and when the customer comes back, retrieve the intent. Deliver the \
order only if its `status` is `succeeded` and its `amount` is the one you expect.

Every request carries both credentials: the API key and the access token of one application.
"""

_SECURITY_SCHEMES: Final[Json] = {
    "apiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "X-API-Key",
        "description": "An API key of your application; it starts with `pk_`.",
    },
    "accessToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "An access token of the same application; it starts with `at_`.",
    },
}


def _create(public_url: str) -> Json:
    created = _intent(public_url)
    paid = created | {"status": Status.SUCCEEDED, "updated_at": "2026-01-30T18:03:41.508213Z"}
    return {
        "operationId": "createPaymentIntent",
        "tags": [_TAG],
        "summary": "Create a payment intent",
        "description": "Safe to repeat: a `merchant_reference` names one intent for ever. If an "
        "answer got lost, send the same request again. To charge a second time for the same "
        "order, use another reference.",
        "requestBody": {
            "required": True,
            "content": _json(ref("NewPaymentIntent"), smallest=_SMALLEST, full=_FULL),
        },
        "responses": {
            "201": _intent_answer(
                "Created. Redirect the customer to `checkout_url`.", created=created
            ),
            "200": _intent_answer(
                "You have used this `merchant_reference` before. This is the intent it names, as "
                "it is now; the other fields of your request had no effect.",
                already_paid=paid,
            ),
            **_error_answers(_CREATE_ERRORS),
        },
    }


def _retrieve(public_url: str) -> Json:
    waiting = _intent(public_url)
    return {
        "operationId": "retrievePaymentIntent",
        "tags": [_TAG],
        "summary": "Retrieve a payment intent",
        "description": "Tells whether the order was paid. Believe this answer rather than the "
        "customer's return or a webhook alone.",
        "parameters": [
            {
                "name": "paymentIntent",
                "in": "path",
                "required": True,
                "description": "The `uuid` of the intent.",
                "schema": {"type": "string", "format": "uuid"},
                "example": waiting["uuid"],
            }
        ],
        "responses": {
            "200": _intent_answer("The intent as it is now.", waiting_for_payment=waiting),
            **_error_answers(_RETRIEVE_ERRORS),
        },
    }


# Without expires_at: these can be sent as they are, on any day.
_SMALLEST: Final[Json] = {"merchant_reference": "order-1042", "amount": 25_500, "currency": "LYD"}
_FULL: Final[Json] = {
    **_SMALLEST,
    "customer": {"external_id": "customer-77"},
    "description": "قميص قطني، مقاس كبير",
    "return_url": "https://shop.example/orders/1042",
    "metadata": {"branch": "Tripoli", "cart": "8f31"},
}


def _intent(public_url: str) -> Json:
    """What the full request creates."""
    uuid = "019c1030-5f40-7c1e-9a35-2f6d8b7e4a10"
    return {
        "uuid": uuid,
        "reference": "7K3QX9TD",
        **_FULL,
        "status": Status.REQUIRES_PAYMENT_METHOD,
        "expires_at": "2026-01-31T18:00:00.123456Z",
        "checkout_url": f"{public_url}/checkout/{uuid}",
        "created_at": "2026-01-30T18:00:00.123456Z",
        "updated_at": "2026-01-30T18:00:00.123456Z",
    }


def _intent_answer(description: str, **examples: Json) -> Json:
    envelopes = {name: {"data": intent} for name, intent in examples.items()}
    return {
        "description": description,
        "headers": _headers("X-Request-Id"),
        "content": _json(ref("PaymentIntentEnvelope"), **envelopes),
        "links": {
            "retrieve": {
                "operationId": "retrievePaymentIntent",
                "parameters": {"paymentIntent": "$response.body#/data/uuid"},
            }
        },
    }


def _refusal_of(body: bytes) -> InvalidRequest:
    try:
        parse_create_request(parse_object(body))
    except InvalidRequest as error:
        return error
    raise AssertionError(body)


_ANY_ERROR: Final[Mapping[str, WaslError]] = {
    "access_token": AccessTokenRejected(),
    "api_key": ApiKeyRejected(),
    "too_many_requests": RateLimited(retry_after_s=1),
    "briefly_away": ServiceUnavailable(),
}
_CREATE_ERRORS: Final[Mapping[str, WaslError]] = {
    **_ANY_ERROR,
    "too_large": RequestTooLarge(MAX_BODY_BYTES),
    "other_content_type": UnsupportedMediaType("The Content-Type must be application/json."),
    "wrong_fields": _refusal_of(b'{"amount": 25.5, "currency": "USD", "metadata": {"cart": 7}}'),
    "not_json": _refusal_of(b"amount=25500"),
    "expires_too_late": InvalidRequest({"expires_at": [EXPIRES_AT_OUT_OF_WINDOW]}),
}
_RETRIEVE_ERRORS: Final[Mapping[str, WaslError]] = {
    **_ANY_ERROR,
    "of_another_application": PaymentIntentForbidden(),
    "unknown_uuid": PaymentIntentNotFound(),
}

_WHEN: Final = {
    401: "The access token is missing or not valid (`message`), or the API key is missing, "
    "unknown or of another application (`error`).",
    403: "The intent exists, but another application created it.",
    404: "No intent has this uuid, or it is no uuid.",
    413: f"The body has more than {MAX_BODY_BYTES} bytes.",
    415: "The body is declared as something else than plain JSON in UTF-8, or is compressed.",
    422: "The body is no JSON object or breaks a rule. Nothing was created. A repeat must follow "
    "the rules too, except that its `expires_at` may have passed.",
    429: "Your application sends too many requests. Slow down, then repeat this one.",
    503: "Something we depend on is away for a moment. Repeat the request: that is always safe.",
}
_SCHEMA: Final = {401: {"oneOf": [ref("Error"), ref("ApiKeyError")]}, 422: ref("ValidationError")}
_EXTRA_HEADER: Final = {401: "WWW-Authenticate", 429: "Retry-After", 503: "Retry-After"}


def _error_answers(errors: Mapping[str, WaslError]) -> Json:
    examples: dict[int, Json] = {}
    for name, error in errors.items():
        status = STATUS_BY_ERROR[type(error)]
        examples.setdefault(status, {})[name] = json_body_of(error)
    answers = {str(status): _error_answer(status, examples[status]) for status in sorted(examples)}
    return answers | {"500": _INTERNAL_ERROR}


def _error_answer(status: int, examples: Json) -> Json:
    extra = [_EXTRA_HEADER[status]] if status in _EXTRA_HEADER else []
    return {
        "description": _WHEN[status],
        "headers": _headers("X-Request-Id", *extra),
        "content": _json(_SCHEMA.get(status, ref("Error")), **examples),
    }


def _headers(*names: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _json(schema: Json, **examples: Json) -> Json:
    named = {name: {"value": value} for name, value in examples.items()}
    return {"application/json": {"schema": schema, "examples": named}}


_FAILURE: Final = {
    "message": "Something went wrong on our side. Tell us the request id if it keeps happening.",
    "request_id": HEADERS["X-Request-Id"]["example"],
}
_INTERNAL_ERROR: Final[Json] = {
    "description": "The fault is ours. Repeat the request: a create never makes a second intent.",
    "headers": _headers("X-Request-Id"),
    "content": _json(ref("InternalError"), failure=_FAILURE),
}
