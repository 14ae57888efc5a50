"""Everything that can go wrong by the rules of the business.

WaslError
├── Unauthenticated
│   ├── AccessTokenRejected
│   ├── ApiKeyRejected
│   └── SessionOver
├── RateLimited
│   └── TooManyTries
├── InvalidRequest
├── InputRefused
├── RequestTooLarge
├── UnsupportedMediaType
├── FormRefused
├── FormSentTwice
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
├── SignUpClosed
├── SignInRefused
├── SecondStepOver
├── PasswordWrong
├── PasswordNotConfirmed
├── CodeWrong
├── TotpAlreadyOn
├── TotpNotStarted
├── NotPermitted
├── AccountNotFound
├── ApplicationNotFound
├── MemberNotFound
├── UserNotFound
├── AlreadyMember
├── LastOwner
├── InvitationNotFound
├── InvitationForAnother
├── TooManyInvitations
├── PasswordResetNotFound
├── WebhookUrlRefused
├── NoWebhookUrl
├── DeliveryNotFound
├── PageNotFound
├── LiveApplicationRefused
├── TooManyListeners
├── TriggerFailed
├── SimulatorsUnavailable
├── ProviderAccountNotFound
└── ServiceUnavailable
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from wasl.domain.access import Permission
from wasl.domain.problem import Problem, UrlProblem


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


class SessionOver(Unauthenticated):
    def __init__(self) -> None:
        super().__init__("Nobody is signed in, or the session is over.")


class RateLimited(WaslError):
    def __init__(self, retry_after_s: float) -> None:
        super().__init__("Too many requests. Wait a moment, then try again.")
        self.retry_after_s = retry_after_s


class TooManyTries(RateLimited):
    """To sign in, to type a password or a code. Says nothing about whether anybody exists."""


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


class InputRefused(WaslError):
    """`problems` names every field of a form that must be typed again, and why."""

    def __init__(self, problems: Mapping[str, Problem]) -> None:
        texts = (f"{field}: {problem.replace('_', ' ')}" for field, problem in problems.items())
        super().__init__("; ".join(texts))
        self.problems = problems


class RequestTooLarge(WaslError):
    def __init__(self, limit_bytes: int) -> None:
        super().__init__(f"The request body is larger than {limit_bytes} bytes.")


class UnsupportedMediaType(WaslError):
    pass


class FormRefused(WaslError):
    """`signed_in_since`: it is ours, from before signing in, and has nothing more to do."""

    def __init__(self, *, signed_in_since: bool = False) -> None:
        super().__init__("This form was not sent by a page of ours, or by another browser.")
        self.signed_in_since = signed_in_since


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


class SignUpClosed(WaslError):
    def __init__(self) -> None:
        super().__init__("Nobody can sign up here. Ask to be invited.")


class SignInRefused(WaslError):
    """The same for an unknown address and for a wrong password."""

    def __init__(self) -> None:
        super().__init__("The e-mail address or the password is wrong.")


class SecondStepOver(WaslError):
    """It took too long, or too many codes were wrong: signing in starts again."""

    def __init__(self) -> None:
        super().__init__("Sign in again from the beginning.")


class PasswordWrong(WaslError):
    def __init__(self) -> None:
        super().__init__("The password is wrong.")


class PasswordNotConfirmed(WaslError):
    """Ask for the password (`confirm_password`), then do the same again."""

    def __init__(self) -> None:
        super().__init__("Type your password again first.")


class CodeWrong(WaslError):
    def __init__(self) -> None:
        super().__init__("The code is wrong, or was used before.")


class TotpAlreadyOn(WaslError):
    def __init__(self) -> None:
        super().__init__("Codes are asked for already.")


class TotpNotStarted(WaslError):
    def __init__(self) -> None:
        super().__init__("Nothing waits to be confirmed: set the codes up first.")


class NotPermitted(WaslError):
    """A member of the account, whose role does not allow it."""

    def __init__(self, permission: Permission) -> None:
        super().__init__("Your role in this account does not allow this.")
        self.permission = permission


class AccountNotFound(WaslError):
    """The same for one that does not exist and for one that is somebody else's."""

    def __init__(self) -> None:
        super().__init__("There is no such account.")


class ApplicationNotFound(WaslError):
    """The same for one that does not exist and for one that is somebody else's."""

    def __init__(self) -> None:
        super().__init__("There is no such application.")


class MemberNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no such member in this account.")


class UserNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no user with this e-mail address.")


class AlreadyMember(WaslError):
    def __init__(self) -> None:
        super().__init__("This person is a member of the account already.")


class LastOwner(WaslError):
    def __init__(self) -> None:
        super().__init__("An account keeps at least one owner.")


class InvitationNotFound(WaslError):
    """Unknown, accepted before, taken back, or over."""

    def __init__(self) -> None:
        super().__init__("There is no open invitation here.")


class InvitationForAnother(WaslError):
    def __init__(self) -> None:
        super().__init__("This invitation is for another e-mail address.")


class TooManyInvitations(WaslError):
    def __init__(self, limit: int) -> None:
        super().__init__(f"{limit} invitations of this account wait to be accepted already.")


class PasswordResetNotFound(WaslError):
    """Unknown, used before, or over."""

    def __init__(self) -> None:
        super().__init__("This link no longer works. Ask for a new one.")


class WebhookUrlRefused(WaslError):
    """`reason` says what is wrong with the URL, in words that follow a colon.

    Pages put `problem` into their language; `named` is the port, name or address it speaks of.
    """

    def __init__(self, reason: str, problem: UrlProblem, named: str = "") -> None:
        super().__init__(f"The webhook URL cannot be used: {reason}.")
        self.reason = reason
        self.problem = problem
        self.named = named


class NoWebhookUrl(WaslError):
    def __init__(self) -> None:
        super().__init__("The application has no webhook URL.")


class DeliveryNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is no such delivery.")


class FormSentTwice(WaslError):
    def __init__(self) -> None:
        super().__init__("This form was sent already.")


class PageNotFound(WaslError):
    def __init__(self) -> None:
        super().__init__("There is nothing at this address.")


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


class ProviderAccountNotFound(WaslError):
    """None of its own; a test application never has one."""

    def __init__(self) -> None:
        super().__init__("The application has no account of its own at this provider.")


class ServiceUnavailable(WaslError):
    """Something we depend on is away. Nothing was acknowledged, so asking again is safe."""

    def __init__(self) -> None:
        super().__init__("The service is briefly unavailable. Try the same request again.")
