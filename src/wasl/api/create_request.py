"""The body of a create request: every rule a field must meet, every wrong field at once."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

import msgspec
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from wasl.domain.errors import InvalidRequest
from wasl.domain.money import MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR
from wasl.domain.payment_intent import (
    MERCHANT_REFERENCE_MAX_CHARS,
    METADATA_KEY_MAX_CHARS,
    METADATA_MAX_KEYS,
    METADATA_VALUE_MAX_CHARS,
    RETURN_URL_MAX_CHARS,
    NewPaymentIntent,
)


def parse_create_request(body: dict[str, Any]) -> NewPaymentIntent:
    try:
        request = _CreateRequest.model_validate(body)
    except ValidationError as error:
        raise InvalidRequest(_explain(error.errors(include_url=False))) from None
    return NewPaymentIntent(
        merchant_reference=request.merchant_reference,
        amount_minor=request.amount,
        currency=request.currency,
        description=request.description,
        customer_external_id=request.customer.external_id if request.customer else None,
        return_url=request.return_url,
        metadata_json=_encode(request.metadata).decode() if request.metadata else None,
        expires_at=request.expires_at,
    )


_encode: Final = msgspec.json.Encoder().encode


def _refuse(rule: str) -> PydanticCustomError:
    return PydanticCustomError("rule", "{rule}", {"rule": rule})


def _not_blank(text: str) -> str:
    if not text or text.isspace():
        raise _refuse("must not be blank.")
    return text


_BAD_IN_URL: Final = re.compile(r"[\x00-\x20\x7f-\x9f\\<>\"^`{|}\s]")


# Most addresses are plain; the others are taken apart.
PLAIN_URL: Final = re.compile(
    r"https?://[a-z0-9][a-z0-9.-]*(?::[1-9]\d{0,3})?(?:[/?#][\w/.~!$&'()*+,;=:@%?#-]*)?", re.ASCII
)


def _web_address(url: str) -> str:
    if PLAIN_URL.fullmatch(url):
        return url
    try:
        parts = urlsplit(url)
        acceptable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        acceptable = False
    if not acceptable or _BAD_IN_URL.search(url):
        raise _refuse("must be an http or https address with a host.")
    return url


_DATE_TIME: Final = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?", re.ASCII
)


def date_time(text: object) -> datetime:
    if not isinstance(text, str):
        raise _refuse("must be a string.")
    try:
        if _DATE_TIME.fullmatch(text):
            return _in_utc(datetime.fromisoformat(text.upper()))
    except (ValueError, OverflowError):
        pass
    raise _refuse("must be an ISO 8601 date-time, such as 2026-01-31T18:00:00Z.")


def _in_utc(time: datetime) -> datetime:
    """A time without an offset is in UTC."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


def _few_keys(metadata: dict[str, str]) -> dict[str, str]:
    if len(metadata) > METADATA_MAX_KEYS:
        raise _refuse(f"must not have more than {METADATA_MAX_KEYS} keys.")
    return metadata


_Text = Annotated[str, Field(pattern=r"^[^\x00]*$")]
_MetadataKey = Annotated[_Text, Field(max_length=METADATA_KEY_MAX_CHARS)]
_MetadataValue = Annotated[_Text, Field(max_length=METADATA_VALUE_MAX_CHARS)]


class _Customer(BaseModel):
    model_config = ConfigDict(strict=True)

    external_id: _Text | None = None


class _CreateRequest(BaseModel):
    """Unknown fields are ignored; null counts as absent where a field is optional."""

    model_config = ConfigDict(strict=True)

    merchant_reference: Annotated[
        _Text, Field(max_length=MERCHANT_REFERENCE_MAX_CHARS), AfterValidator(_not_blank)
    ]
    amount: Annotated[int, Field(ge=MIN_AMOUNT_MINOR, le=MAX_AMOUNT_MINOR)]
    currency: Literal["LYD"]
    customer: _Customer | None = None
    description: _Text | None = None
    return_url: (
        Annotated[_Text, Field(max_length=RETURN_URL_MAX_CHARS), AfterValidator(_web_address)]
        | None
    ) = None
    metadata: Annotated[dict[_MetadataKey, _MetadataValue], AfterValidator(_few_keys)] | None = None
    expires_at: Annotated[datetime, BeforeValidator(date_time)] | None = None


_MESSAGES: Final = {
    "missing": "The {field} is required.",
    "string_type": "The {field} must be a string.",
    "string_unicode": "The {field} must be valid Unicode text.",
    "string_too_long": "The {field} must not be longer than {max_length} characters.",
    "string_pattern_mismatch": "The {field} must not hold the character U+0000.",
    "literal_error": "The {field} must be {expected}.",
    "int_type": "The {field} must be an integer in minor units.",
    "greater_than_equal": "The {field} must be at least {ge}.",
    "less_than_equal": "The {field} must not be greater than {le}.",
    "dict_type": "The {field} must be an object.",
    "model_type": "The {field} must be an object.",
    "model_attributes_type": "The {field} must be an object.",
    "rule": "The {field} {rule}",
}


def _explain(details: Iterable[ErrorDetails]) -> dict[str, list[str]]:
    errors: dict[str, list[str]] = {}
    for detail in details:
        field = _field_name(detail["loc"])
        required_is_null = detail["input"] is None and len(detail["loc"]) == 1
        kind = "missing" if required_is_null else detail["type"]
        context = {"field": field, **detail.get("ctx", {})}
        errors.setdefault(field, []).append(_MESSAGES[kind].format(**context))
    return errors


def _field_name(location: tuple[int | str, ...]) -> str:
    """Nested with dots; pydantic marks a wrong key with a third part of its own."""
    parts = [str(part) for part in location[:2]]
    return ".".join(_printable(part) for part in parts)


def _printable(part: str) -> str:
    short = part if len(part) <= METADATA_KEY_MAX_CHARS else part[:METADATA_KEY_MAX_CHARS] + "…"
    return short.encode("utf-8", "backslashreplace").decode().replace("\x00", "\\x00")
