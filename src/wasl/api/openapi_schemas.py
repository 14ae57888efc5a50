"""The nouns of the OpenAPI document: what the merchant API takes and gives, and its headers.

Limits come from the domain, so the document cannot promise anything but what the code does.
"""

from typing import Any, Final

from wasl.domain.money import CURRENCY, MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR, MINOR_UNITS_PER_DINAR
from wasl.domain.payment_intent import (
    DEFAULT_LIFETIME,
    MAX_LIFETIME,
    MERCHANT_REFERENCE_MAX_CHARS,
    METADATA_KEY_MAX_CHARS,
    METADATA_MAX_KEYS,
    METADATA_VALUE_MAX_CHARS,
    MIN_LIFETIME,
    RETURN_URL_MAX_CHARS,
    Status,
)
from wasl.web.request_body import MAX_BODY_BYTES

Json = dict[str, Any]

# Spelled out: what `\s` means differs between the languages that read this document.
_WIDE_SPACE: Final = r"\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_WHITE_SPACE: Final = rf"\u0009-\u000d\u001c-\u0020\u0085\u00a0{_WIDE_SPACE}"
_BAD_IN_URL: Final = rf'\u0000-\u0020\u007f-\u00a0{_WIDE_SPACE}"<>\\^`{{|}}'

_NO_NUL: Final = r"^[^\u0000]*$"
_NOT_BLANK: Final = rf"^[^\u0000]*[^\u0000{_WHITE_SPACE}][^\u0000]*$"
# Necessary, not sufficient: it refuses nothing that the service takes, so that no client does.
_WEB_ADDRESS: Final = rf"^[Hh][Tt][Tt][Pp][Ss]?://[^{_BAD_IN_URL}/?#][^{_BAD_IN_URL}]*$"


def schemas() -> dict[str, Json]:
    return {
        "PaymentIntent": _payment_intent(),
        "PaymentIntentEnvelope": _object({"data": ref("PaymentIntent")}),
        "NewPaymentIntent": _new_payment_intent(),
        "Error": _object({"message": _text("What went wrong, in English, for a developer.")}),
        "ApiKeyError": _object({"error": _text("What is wrong with the API key.")}),
        "ValidationError": _validation_error(),
        "InternalError": _internal_error(),
    }


def ref(schema: str) -> Json:
    return {"$ref": f"#/components/schemas/{schema}"}


def _payment_intent() -> Json:
    return _object(
        {
            "uuid": _text("Identifies the intent. Store it with your order.", format="uuid"),
            "reference": _nullable("Short code the customer finds on the receipt."),
            "merchant_reference": _nullable("Your own reference, exactly as you sent it."),
            "amount": _amount(),
            "currency": _currency(),
            "status": _status(),
            "description": _nullable("What the customer pays for."),
            "customer": _object({"external_id": _nullable("Your id of the customer, if sent.")}),
            "return_url": _nullable("Where the customer goes after the checkout."),
            "metadata": _nullable(
                "The pairs you sent, in your order; null if there were none.",
                type="object",
                additionalProperties={"type": "string"},
            ),
            "expires_at": _time("From this moment on the checkout takes no payment."),
            "checkout_url": _text("Send the customer here, unchanged.", format="uri"),
            "created_at": _time("When the intent was created."),
            "updated_at": _time("When the intent last changed."),
        }
    ) | {"description": "One payment you asked for. Every field is always present."}


def _status() -> Json:
    return {
        "type": "string",
        "enum": list(Status),
        "description": (
            f"`{Status.REQUIRES_PAYMENT_METHOD}`: the customer has yet to pay, or may try again. "
            f"`{Status.PROCESSING}`: a payment is being confirmed; wait. "
            f"`{Status.SUCCEEDED}`: paid, for good; deliver the order. "
            f"`{Status.CANCELED}`: time ran out with nothing paid. Should a payment be found "
            f"after all, it becomes `{Status.SUCCEEDED}`."
        ),
    }


def _new_payment_intent() -> Json:
    properties = {
        "merchant_reference": _text(
            "Your name for this payment, unique within your application. Sending it again "
            "returns the intent it already names. Not only white space.",
            maxLength=MERCHANT_REFERENCE_MAX_CHARS,
            pattern=_NOT_BLANK,
        ),
        "amount": _amount(),
        "currency": _currency(),
        "customer": _nullable(
            "Who pays.",
            type="object",
            properties={"external_id": _nullable("Your id of the customer.", pattern=_NO_NUL)},
        ),
        "description": _nullable(
            "What the customer pays for; shown at the checkout.", pattern=_NO_NUL
        ),
        "return_url": _return_url(),
        "metadata": _metadata(),
        "expires_at": _expires_at(),
    }
    return {
        "type": "object",
        "required": ["merchant_reference", "amount", "currency"],
        "properties": properties,
        "additionalProperties": True,
        "description": (
            "An optional field that is null counts as absent, and fields not listed here are "
            "ignored. Text is valid Unicode without U+0000. The whole body has at most "
            f"{MAX_BODY_BYTES} bytes and names no key twice."
        ),
    }


def _return_url() -> Json:
    return _nullable(
        "Where the checkout sends the customer afterwards: an http or https address with a host. "
        "Nothing is added to it, so put your order number in it.",
        maxLength=RETURN_URL_MAX_CHARS,
        pattern=_WEB_ADDRESS,
        examples=["https://shop.example/orders/1042"],
    )


def _metadata() -> Json:
    return _nullable(
        "Anything you want to find again on the intent. We do not read it.",
        type="object",
        maxProperties=METADATA_MAX_KEYS,
        propertyNames={"maxLength": METADATA_KEY_MAX_CHARS, "pattern": _NO_NUL},
        additionalProperties=_text(
            "Always a string.", maxLength=METADATA_VALUE_MAX_CHARS, pattern=_NO_NUL
        ),
    )


def _expires_at() -> Json:
    minutes, days = MIN_LIFETIME.seconds // 60, MAX_LIFETIME.days
    hours = DEFAULT_LIFETIME.total_seconds() / 3600
    return _nullable(
        f"When the checkout closes: later than {minutes} minutes and sooner than {days} days from "
        f"now. Without it, {hours:.0f} hours from now. A time without an offset is UTC. A repeat "
        "may name a time that has passed.",
        format="date-time",
        examples=["2026-01-31T18:00:00Z"],
    )


def _validation_error() -> Json:
    messages = {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return _object(
        {
            "message": _text("The first error, and how many more there are."),
            "errors": {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": messages,
                "description": (
                    "Every wrong field with what is wrong. A nested field is named with dots "
                    "(`customer.external_id`); `body` is the request as a whole."
                ),
            },
        }
    )


def _internal_error() -> Json:
    return _object(
        {
            "message": _text("That the fault is ours."),
            "request_id": _text("Quote it when you ask us about the failure."),
        }
    )


def _amount() -> Json:
    return {
        "type": "integer",
        "minimum": MIN_AMOUNT_MINOR,
        "maximum": MAX_AMOUNT_MINOR,
        "description": f"In minor units: {MINOR_UNITS_PER_DINAR} are one dinar. Written without a "
        "decimal point.",
    }


def _currency() -> Json:
    return _text("ISO 4217. Only the Libyan dinar for now.", enum=[CURRENCY])


def _object(properties: Json) -> Json:
    """All properties always present; more may be added one day."""
    return {"type": "object", "required": list(properties), "properties": properties}


def _text(description: str, **more: object) -> Json:
    return {"type": "string", "description": description, **more}


def _nullable(description: str, type: str = "string", **more: object) -> Json:
    return {"type": [type, "null"], "description": description, **more}


def _time(description: str) -> Json:
    return _nullable(description, format="date-time")


HEADERS: Final[dict[str, Json]] = {
    "X-Request-Id": {
        "required": True,
        "description": "Names this request in our logs. Your own is kept if you send one with 8 "
        "to 64 letters, digits, `_` or `-`.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"},
        "example": "req_5f1c0a9be2d40000002a",
    },
    "Retry-After": {
        "required": True,
        "description": "How many seconds to wait before you try again.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 1,
    },
    "WWW-Authenticate": {
        "description": "Present if the access token was the problem.",
        "schema": {"type": "string"},
        "example": "Bearer",
    },
}
