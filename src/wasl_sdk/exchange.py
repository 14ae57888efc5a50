"""What both clients share: a request to send, and what its answer means. No I/O."""

import json
import secrets
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import httpx

from wasl_sdk.errors import (
    ApiError,
    AuthenticationFailed,
    InvalidRequest,
    NoAnswer,
    NotFound,
    PermissionDenied,
    RateLimited,
    ReferenceConflict,
    ServerError,
    TimedOut,
    UnexpectedAnswer,
)
from wasl_sdk.payment_intent import PaymentIntent

USER_AGENT: Final = "wasl-sdk/0.1.0"
REQUEST_ID_HEADER: Final = "X-Request-Id"
MAX_ANSWER_BYTES: Final = 1024 * 1024


class Answer(NamedTuple):
    status: int
    headers: httpx.Headers
    content: bytes


class Credentials(httpx.Auth):
    """Put on each request as it leaves: no object that might be printed shows them."""

    def __init__(self, api_key: str, access_token: str) -> None:
        for name, value in (("api_key", api_key), ("access_token", access_token)):
            if not value or not value.isascii() or not value.isprintable() or " " in value:
                raise ValueError(f"{name} is empty or holds a character that no credential has.")
        self._headers = {"X-API-Key": api_key, "Authorization": f"Bearer {access_token}"}

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers.update(self._headers)
        yield request


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call. Each try has an id of its own, which the service keeps in its log."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None

    def headers(self, request_id: str) -> dict[str, str]:
        told = {"Accept": "application/json", REQUEST_ID_HEADER: request_id}
        return told if self.body is None else told | {"Content-Type": "application/json"}

    def content(self) -> bytes | None:
        return None if self.body is None else json.dumps(self.body).encode()

    def read(self, answer: Answer, request_id: str) -> PaymentIntent:
        status, headers, content = answer
        request_id = headers.get(REQUEST_ID_HEADER, request_id)
        if status not in (200, 201):
            raise _error(status, headers, content, request_id)
        try:
            intent = PaymentIntent.from_json(json.loads(content)["data"])
        except (ValueError, KeyError, TypeError, RecursionError) as problem:
            raise UnexpectedAnswer(
                f"The answer is no payment intent: {problem}.", status=status, request_id=request_id
            ) from None
        self._compare(intent, status, request_id)
        return intent

    def _compare(self, intent: PaymentIntent, status: int, request_id: str) -> None:
        if self.body is None:
            return
        asked_for = (self.body["amount"], self.body["currency"])
        if asked_for != (intent.amount, intent.currency):
            raise ReferenceConflict(
                f"This merchant_reference already names an intent of {intent.amount} "
                f"{intent.currency}, not {self.body['amount']} {self.body['currency']}.",
                intent=intent,
                status=status,
                request_id=request_id,
            )


def create(
    *,
    merchant_reference: str,
    amount: int,
    currency: str,
    customer_external_id: str | None,
    description: str | None,
    return_url: str | None,
    metadata: Mapping[str, str] | None,
    expires_at: datetime | None,
) -> Exchange:
    if expires_at is not None and expires_at.tzinfo is None:
        raise ValueError("expires_at must know its offset, such as datetime.now(UTC) does.")
    optional = {
        "customer": None if customer_external_id is None else {"external_id": customer_external_id},
        "description": description,
        "return_url": return_url,
        "metadata": None if metadata is None else dict(metadata),
        "expires_at": None if expires_at is None else expires_at.isoformat(),
    }
    required = {"merchant_reference": merchant_reference, "amount": amount, "currency": currency}
    sent = {name: value for name, value in optional.items() if value is not None}
    return Exchange("POST", "/payment-intents", required | sent)


def retrieve(uuid: str | UUID) -> Exchange:
    """Raises ValueError for what is no uuid: the path must not become another one."""
    return Exchange("GET", f"/payment-intents/{UUID(str(uuid))}")


def new_call_id() -> str:
    return f"sdk_{secrets.token_hex(8)}"


def no_answer(error: httpx.RequestError | TimeoutError, request_id: str) -> NoAnswer:
    if isinstance(error, httpx.TimeoutException | TimeoutError):
        return TimedOut("No answer came in time.", request_id=request_id)
    return NoAnswer(f"No answer came: {error or type(error).__name__}.", request_id=request_id)


def too_long(request_id: str) -> UnexpectedAnswer:
    return UnexpectedAnswer(
        f"The answer has more than {MAX_ANSWER_BYTES} bytes.", request_id=request_id
    )


def safe_base_url(url: str) -> str:
    """Credentials never travel in clear, except within the developer's own machine."""
    base_url = url.rstrip("/")
    parts = urlsplit(base_url)
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_local(parts.hostname)):
        raise ValueError("base_url must begin with https:// (http:// only for localhost).")
    if not parts.hostname or "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("base_url must be a plain address with a host.")
    if not parts.path.endswith("/api/v1"):
        raise ValueError("base_url must end in /api/v1.")
    return base_url


def http_options(base_url: str) -> dict[str, Any]:
    # What is not encrypted goes through no proxy that the environment may name.
    is_https = base_url.startswith("https:")
    return {"headers": {"User-Agent": USER_AGENT}, "trust_env": is_https}


def _is_local(host: str | None) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return False


_ERRORS: Final[dict[int, type[ApiError]]] = {
    401: AuthenticationFailed,
    403: PermissionDenied,
    404: NotFound,
}


def _error(status: int, headers: httpx.Headers, content: bytes, request_id: str) -> ApiError:
    body = _json_object(content)
    message = _message(body) or f"The service answered with status {status}."
    if status == 422:
        return InvalidRequest(
            message, errors=_field_errors(body), status=status, request_id=request_id
        )
    if status == 429 or status >= 500:
        kind = RateLimited if status == 429 else ServerError
        return kind(
            message,
            retry_after_s=_retry_after_s(headers.get("Retry-After")),
            status=status,
            request_id=request_id,
        )
    return _ERRORS.get(status, UnexpectedAnswer)(message, status=status, request_id=request_id)


def _json_object(content: bytes) -> dict[str, Any]:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _message(body: dict[str, Any]) -> str | None:
    told = body.get("message", body.get("error"))
    return told if isinstance(told, str) else None


def _field_errors(body: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    errors = body.get("errors")
    if not isinstance(errors, dict):
        return {}
    return {
        field: tuple(str(message) for message in messages)
        for field, messages in errors.items()
        if isinstance(messages, list)
    }


def _retry_after_s(header: str | None) -> float | None:
    """Seconds, or the time of day at which to come again."""
    if header is None:
        return None
    if header.strip().isdecimal():
        return float(header)
    try:
        return max(0.0, (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
