"""What the pages of an application say. Each text is translated when it is shown."""

from typing import Final

from wasl.domain.application import Method
from wasl.domain.attempt import DeclineReason
from wasl.domain.credentials import Kind
from wasl.domain.delivery import DeliveryState, Outcome
from wasl.domain.event import EventKind
from wasl.domain.payment_intent import Status
from wasl.domain.problem import UrlProblem
from wasl.domain.signature_check import Cause
from wasl.services.show_methods import PaidThrough
from wasl.web.language import N_

STATUS_NAMES: Final = {
    Status.REQUIRES_PAYMENT_METHOD: N_("Waiting for payment"),
    Status.PROCESSING: N_("Being confirmed"),
    Status.SUCCEEDED: N_("Paid"),
    Status.CANCELED: N_("Expired"),
}
METHOD_NAMES: Final = {
    Method.CARD: N_("Bank card"),
    Method.SADAD: N_("Sadad"),
    Method.EDFALI: N_("Edfali"),
}
EVENT_NAMES: Final = {
    EventKind.SUCCEEDED: N_("Payment succeeded"),
    EventKind.CANCELED: N_("Payment expired"),
}
DELIVERY_STATE_NAMES: Final = {
    DeliveryState.ON_ITS_WAY: N_("On its way"),
    DeliveryState.BEING_RETRIED: N_("Being retried"),
    DeliveryState.RECEIVED: N_("Received"),
    DeliveryState.FAILED: N_("Failed"),
}
# A list of what is on its way holds what is being retried as well.
DELIVERY_FILTER_NAMES: Final = DELIVERY_STATE_NAMES | {
    DeliveryState.ON_ITS_WAY: N_("On its way or being retried"),
}
CREDENTIAL_NAMES: Final = {
    Kind.API_KEY: N_("API key"),
    Kind.ACCESS_TOKEN: N_("Access token"),
}

DATE_UNREADABLE: Final = N_("This is not a date.")
AMOUNT_UNREADABLE: Final = N_(
    "This is not an amount. Write it in dinars, with a point before the thousandths: 25, 25.500 or "
    "1,250.500."
)
CHOICE_UNKNOWN: Final = N_("Choose one from the list.")
KIND_MISSING: Final = N_("Choose what to issue.")

# Why a try to pay came to nothing, for the merchant.
DECLINE_REASONS: Final = {
    DeclineReason.WRONG_CODE: N_("The code was wrong."),
    DeclineReason.CODE_EXPIRED: N_("The code had expired."),
    DeclineReason.TOO_MANY_CODES: N_("Too many wrong codes."),
    DeclineReason.INSUFFICIENT_BALANCE: N_("The balance was too low."),
    DeclineReason.LIMIT_EXCEEDED: N_("Above the customer's limit."),
    DeclineReason.NOT_REGISTERED: N_("The customer is not registered with this method."),
    DeclineReason.WRONG_DETAILS: N_("The customer's details did not match."),
    DeclineReason.CANCELED_BY_CUSTOMER: N_("The customer stopped it."),
    DeclineReason.DECLINED: N_("The provider declined it."),
    DeclineReason.NOTHING_FOUND: N_("The provider knows of no payment."),
    DeclineReason.PROVIDER_UNAVAILABLE: N_("The provider could not be reached."),
    DeclineReason.MISCONFIGURED: N_("The provider refused our account."),
}

# How a try to deliver a webhook ended.
OUTCOMES: Final = {
    Outcome.SUCCEEDED: N_("Your server received it."),
    Outcome.REDIRECTED: N_("Your server answered with a redirect. Redirects are not followed."),
    Outcome.REJECTED: N_("Your server did not answer with success (2xx)."),
    Outcome.TIMED_OUT: N_("Your server did not answer within 10 seconds."),
    Outcome.NOT_CONNECTED: N_("Your server could not be reached."),
    Outcome.BAD_CERTIFICATE: N_("Your server's certificate is not valid."),
    Outcome.BROKEN_OFF: N_("The connection broke off before the answer was whole."),
    Outcome.ADDRESS_REFUSED: N_("The address is not a public HTTPS address, so nothing was sent."),
    Outcome.NOT_SIGNED: N_("The webhook secret cannot be read, so nothing was sent."),
}

URL_MISSING: Final = N_("Type a URL. To send no webhooks, remove it with the button below.")
# Why a webhook URL cannot be used. `named` is the port, name or address.
URL_PROBLEMS: Final = {
    UrlProblem.TOO_LONG: N_("It is longer than 2048 characters."),
    UrlProblem.BAD_CHARACTER: N_("It holds a character that has no place in a URL."),
    UrlProblem.NOT_A_URL: N_("It is not a URL."),
    UrlProblem.NOT_HTTPS: N_("It must begin with https://"),
    UrlProblem.NO_HOST: N_("It names no host."),
    UrlProblem.HOLDS_CREDENTIALS: N_("It holds a name or a password. Leave them out."),
    UrlProblem.HOLDS_FRAGMENT: N_("It holds a part after #, which is never sent."),
    UrlProblem.PORT_NOT_ALLOWED: N_("Webhooks are not sent to port %(named)s."),
    UrlProblem.HOST_NOT_A_NAME: N_("Its host is not a name."),
    UrlProblem.NAME_NOT_FOUND: N_("The name %(named)s leads nowhere. Is it in the DNS?"),
    UrlProblem.NOT_PUBLIC: N_("%(named)s is not an address on the public internet."),
}

# Why a signature does not verify, and what to do about it.
CAUSES: Final = {
    Cause.OLD_SECRET: N_(
        "It was made with an old webhook secret. Retries that were queued before the secret was "
        "rolled still carry it: accept both for a day."
    ),
    Cause.CURRENT_SECRET: N_(
        "It was made with your current webhook secret, not with the one you typed."
    ),
    Cause.KEY_WITHOUT_PREFIX: N_(
        "The key lacks its prefix. Use the whole secret as the key, whsec_ included."
    ),
    Cause.KEY_DECODED: N_("The key was decoded first. Use the text of the secret as it stands."),
    Cause.WHITE_SPACE_AROUND: N_(
        "White space at the beginning or the end of the body was added or lost, such as a last "
        "line break. Sign the raw bytes as they came."
    ),
    Cause.LINE_ENDINGS: N_("The line breaks of the body were changed. Sign the raw bytes."),
    Cause.JSON_REWRITTEN: N_(
        "The JSON was read and written again, which moves spaces or fields. Compute the signature "
        "over the raw body, before anything parses it."
    ),
    Cause.BODY_CHANGED: N_(
        "The signature belongs to this delivery, but the body is not the one we sent."
    ),
    Cause.OTHER_ALGORITHM: N_("It was made with another algorithm. Use HMAC with SHA-256."),
    Cause.NO_KEY: N_("It is a plain hash. Use HMAC with SHA-256, keyed with the secret."),
    Cause.UPPERCASE: N_("It is written in capitals. Ours is lowercase hexadecimal."),
    Cause.BASE64: N_("It is written in base64. Ours is lowercase hexadecimal."),
}

PROVIDER_NAMES: Final = {
    Method.CARD: N_("Moamalat"),
    Method.SADAD: N_("Sadad (Almadar)"),
    Method.EDFALI: N_("Edfali (Bank of Commerce and Development)"),
}
PAID_THROUGH: Final = {
    PaidThrough.SIMULATOR: N_("Simulated: no money moves."),
    PaidThrough.OWN_ACCOUNT: N_("Through an account of your own."),
    PaidThrough.OPERATOR: N_("Through the operator's account."),
    PaidThrough.NOTHING: N_("Not set up: customers are not offered it."),
}
ACCOUNT_FIELD_NAMES: Final = {
    "merchant_id": N_("Merchant id"),
    "terminal_id": N_("Terminal id"),
    "merchant_key": N_("Secure key"),
    "notification_key": N_("Notification key"),
    "token": N_("Bearer token"),
    "mobile": N_("Merchant's mobile number"),
    "pin": N_("PIN"),
    "service_password": N_("Service password"),
}
ACCOUNT_FIELD_HINTS: Final = {
    "merchant_key": N_("The hexadecimal key that Moamalat gave you."),
    "notification_key": N_(
        "Hexadecimal. May be left empty: payments are then found by asking, a little later."
    ),
    "mobile": N_("Nine digits that begin with 9."),
}

DONE: Final = {
    "url-set": N_("The URL is saved. Send a test event to try it."),
    "url-removed": N_("The URL is removed. No webhooks are sent."),
    "revoked": N_("Revoked. It stops working within a second."),
    "resent": N_("It is being sent again."),
    "was-resent": N_("It was sent again."),
    "resend-waiting": N_("It is waiting to be sent again already."),
    "methods-set": N_("The payment methods are saved."),
    "account-set": N_("The account is saved and used from now on."),
    "account-removed": N_(
        "The account is removed. The operator's account is used, if there is one."
    ),
}
NO_WEBHOOK_URL: Final = N_("Set a webhook URL first: there is nowhere to send it.")
