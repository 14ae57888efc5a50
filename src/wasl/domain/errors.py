"""Everything that can go wrong by the rules of the business.

WaslError
├── Unauthenticated
│   ├── AccessTokenRejected
│   └── ApiKeyRejected
├── RateLimited
├── InvalidRequest
├── RequestTooLarge
├── UnsupportedMediaType
├── FormRefused
├── PaymentIntentNotFound
├── PaymentIntentForbidden
├── CredentialNotFound
├── PaymentRefused
│   ├── IntentNotPayable
│   ├── PaymentTimeOver
│   ├── MethodNotAvailable
│   ├── TooManyAttempts
│   ├── CodeNotExpected
│   └── CodeSentTooRecently
├── AttemptNotFound
├── AttemptNotWaiting
├── ApplicationNotFound
├── WebhookUrlRefused
├── NoWebhookUrl
├── DeliveryNotFound
├── LiveApplicationRefused
├── TooManyListeners
├── TriggerFailed
├── SimulatorsUnavailable
└── ServiceUnavailable
"""

from collections.abc import Mapping, Sequence
from datetime import datetime


class WaslError(Exception):
    """`str(error)` is written for the person who caused it, and never holds a secret."""


class Unauthenticated(WaslError):
    pass


class AccessTokenRejected(Unauthenticated):
    def __init__(self) -> None:
        super().__init__("The access token is missing or not valid.")


class ApiKeyRejected(Unauthenticated):
    def __init__(self) -> None:
        super().__init__("The API key is missing or not known.")


class RateLimited(WaslError):
    def __init__(self, retry_after_s: float) -> None:
        super().__init__("Too many requests. Wait a moment, then try again.")
        self.retry_after_s = retry_after_s


class InvalidRequest(WaslError):
    """`errors` names every wrong field at once, nested ones with dots."""

    def __init__(self, errors: Mapping[str, Sequence[str]]) -> None:
        self.errors = errors
        messages = [message for texts in errors.values() for message in texts]
        super().__init__(messages[0] + _and_more(len(messages) - 1))


def _and_more(count: int) -> str:
    if count == 0:
        return ""
    return f" (and {count} more error{'s' if count > 1 else ''})"


class RequestTooLarge(WaslError):
    def __init__(self, limit_bytes: int) -> None:
        super().__init__(f"The request body is larger than {limit_bytes} bytes.")


class UnsupportedMediaType(WaslError):
    pass


class FormRefused(WaslError):
    def __init__(self) -> None:
        super().__init__("This form was not sent by a page of ours, or by another browser.")


class PaymentIntentNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no payment intent with this uuid.")


class PaymentIntentForbidden(WaslError):
    def __init__(self) -> None:
        super().__init__("This payment intent belongs to another application.")


class CredentialNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no usable credential with this value.")


class PaymentRefused(WaslError):
    """We, not a provider, say that this step of a payment cannot be taken now."""


class IntentNotPayable(PaymentRefused):
    """It is being paid, is paid, or is over: `status` says which."""

    def __init__(self, status: str) -> None:
        super().__init__(f"This payment intent is {status}.")
        self.status = status


class PaymentTimeOver(PaymentRefused):
    def __init__(self) -> None:
        super().__init__("The time to pay this payment intent is over.")


class MethodNotAvailable(PaymentRefused):
    """Not enabled for the application, not set up, or unable to take this amount."""

    def __init__(self, why: str) -> None:
        super().__init__(f"This payment method is not available: {why}.")


class TooManyAttempts(PaymentRefused):
    def __init__(self) -> None:
        super().__init__("There were too many tries to pay. Wait a while, then try again.")


class CodeNotExpected(PaymentRefused):
    def __init__(self) -> None:
        super().__init__("This attempt is not waiting for a code.")


class CodeSentTooRecently(PaymentRefused):
    """`again_at` is None when no more codes are sent for this attempt."""

    def __init__(self, again_at: datetime | None) -> None:
        super().__init__("A code was sent a moment ago.")
        self.again_at = again_at


class AttemptNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no such attempt.")


class AttemptNotWaiting(WaslError):
    def __init__(self) -> None:
        super().__init__("This attempt does not wait for a person.")


class ApplicationNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no such application.")


class WebhookUrlRefused(WaslError):
    """`reason` says what is wrong with the URL, in words that follow a colon."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The webhook URL cannot be used: {reason}.")
        self.reason = reason


class NoWebhookUrl(WaslError):
    def __init__(self) -> None:
        super().__init__("The application has no webhook URL.")


class DeliveryNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no such delivery.")


class LiveApplicationRefused(WaslError):
    def __init__(self) -> None:
        super().__init__(
            "This is a live application. Listening and triggering are for test applications."
        )


class TooManyListeners(WaslError):
    def __init__(self, limit: int) -> None:
        super().__init__(f"{limit} listeners wait for events of this application already.")


class TriggerFailed(WaslError):
    """`why` follows a colon."""

    def __init__(self, why: str) -> None:
        super().__init__(f"The test payment could not be made: {why}")


class SimulatorsUnavailable(WaslError):
    def __init__(self) -> None:
        super().__init__(
            "The simulators do not answer. `wasl up` runs them; beside `wasl serve`, start "
            "`wasl sandbox`, and set WASL_SANDBOX_URL if they are not at its default."
        )


class ServiceUnavailable(WaslError):
    """Something we depend on is away. Nothing was acknowledged, so asking again is safe."""

    def __init__(self) -> None:
        super().__init__("The service is briefly unavailable. Try the same request again.")
