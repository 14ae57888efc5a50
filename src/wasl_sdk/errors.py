"""Everything the SDK raises on purpose, apart from ValueError and TypeError for a caller's mistake.

WaslError
├── ApiError                 the service answered, but not with what was asked for
│   ├── AuthenticationFailed     401: an access token or API key is missing, wrong or revoked
│   ├── PermissionDenied         403: the intent belongs to another application
│   ├── NotFound                 404: there is no such intent
│   ├── InvalidRequest           422: `errors` says what is wrong with which field
│   ├── RateLimited              429: `retry_after_s` says when to come again
│   ├── ServerError              5xx
│   ├── ReferenceConflict        the reference already names an intent with another amount
│   └── UnexpectedAnswer         anything else
├── NoAnswer                 the network failed: whether the request arrived is not known
│   └── TimedOut                 and it took too long
└── WebhookError             what arrived is no webhook of ours
    ├── SignatureMismatch
    ├── MalformedSignature
    ├── MalformedEvent
    └── BodyNotBytes
"""

from collections.abc import Mapping, Sequence

from wasl_sdk.payment_intent import PaymentIntent


class WaslError(Exception):
    """`status` and `request_id` are None where nothing was answered or asked."""

    def __init__(
        self, message: str, *, status: int | None = None, request_id: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.request_id = request_id

    def __str__(self) -> str:
        known = {"status": self.status, "request id": self.request_id}
        told = ", ".join(f"{name} {value}" for name, value in known.items() if value is not None)
        return f"{self.message} ({told})" if told else self.message


class ApiError(WaslError):
    pass


class AuthenticationFailed(ApiError):
    pass


class PermissionDenied(ApiError):
    pass


class NotFound(ApiError):
    pass


class InvalidRequest(ApiError):
    """`errors` has one entry per wrong field, nested fields with dots (`metadata.color`)."""

    def __init__(
        self,
        message: str,
        *,
        errors: Mapping[str, Sequence[str]],
        status: int | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message, status=status, request_id=request_id)
        self.errors = errors


class _AskedToWait(ApiError):
    def __init__(
        self,
        message: str,
        *,
        retry_after_s: float | None = None,
        status: int | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message, status=status, request_id=request_id)
        self.retry_after_s = retry_after_s


class RateLimited(_AskedToWait):
    """`retry_after_s` is how long the service asks to be left alone, where it said so."""


class ServerError(_AskedToWait):
    """`retry_after_s` is how long the service asks to be left alone, where it said so."""


class ReferenceConflict(ApiError):
    """`intent` is the one that exists. It is not what was asked for: send nobody there to pay."""

    def __init__(
        self,
        message: str,
        *,
        intent: PaymentIntent,
        status: int | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message, status=status, request_id=request_id)
        self.intent = intent


class UnexpectedAnswer(ApiError):
    pass


class NoAnswer(WaslError):
    pass


class TimedOut(NoAnswer):
    pass


class WebhookError(WaslError):
    pass


class SignatureMismatch(WebhookError):
    pass


class MalformedSignature(WebhookError):
    pass


class MalformedEvent(WebhookError):
    pass


class BodyNotBytes(WebhookError, TypeError):
    pass
