"""Everything that can go wrong by the rules of the business.

WaslError
├── Unauthenticated
│   ├── AccessTokenRejected
│   └── ApiKeyRejected
├── RateLimited
├── InvalidRequest
├── RequestTooLarge
├── UnsupportedMediaType
├── PaymentIntentNotFound
├── PaymentIntentForbidden
├── CredentialNotFound
└── ServiceUnavailable
"""

from collections.abc import Mapping, Sequence


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


class PaymentIntentNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no payment intent with this uuid.")


class PaymentIntentForbidden(WaslError):
    def __init__(self) -> None:
        super().__init__("This payment intent belongs to another application.")


class CredentialNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no usable credential with this value.")


class ServiceUnavailable(WaslError):
    """Something we depend on is away. Nothing was acknowledged, so asking again is safe."""

    def __init__(self) -> None:
        super().__init__("The service is briefly unavailable. Try the same request again.")
