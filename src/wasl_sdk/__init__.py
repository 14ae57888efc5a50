"""Take payments in Libyan dinar with Wasl.

`WaslClient` and `AsyncWaslClient` create and retrieve payment intents, `verify_webhook` checks what
arrives at a webhook address, and `wasl_sdk.receivers` does everything else a receiver has to do.
"""

from wasl_sdk.async_client import AsyncWaslClient
from wasl_sdk.client import WaslClient
from wasl_sdk.errors import (
    ApiError,
    AuthenticationFailed,
    BodyNotBytes,
    InvalidRequest,
    MalformedEvent,
    MalformedSignature,
    NoAnswer,
    NotFound,
    PermissionDenied,
    RateLimited,
    ReferenceConflict,
    ServerError,
    SignatureMismatch,
    TimedOut,
    UnexpectedAnswer,
    WaslError,
    WebhookError,
)
from wasl_sdk.payment_intent import Customer, PaymentIntent, Status
from wasl_sdk.webhook import SIGNATURE_HEADER, WebhookEvent, verify_signature, verify_webhook

__all__ = [
    "SIGNATURE_HEADER",
    "ApiError",
    "AsyncWaslClient",
    "AuthenticationFailed",
    "BodyNotBytes",
    "Customer",
    "InvalidRequest",
    "MalformedEvent",
    "MalformedSignature",
    "NoAnswer",
    "NotFound",
    "PaymentIntent",
    "PermissionDenied",
    "RateLimited",
    "ReferenceConflict",
    "ServerError",
    "SignatureMismatch",
    "Status",
    "TimedOut",
    "UnexpectedAnswer",
    "WaslClient",
    "WaslError",
    "WebhookError",
    "WebhookEvent",
    "verify_signature",
    "verify_webhook",
]
