"""Which page a customer sees: it follows from the intent and its attempt alone."""

from datetime import datetime
from enum import StrEnum

from wasl.domain.attempt import AttemptState
from wasl.domain.payment_intent import Status
from wasl.services.view_checkout import Checkout


class Page(StrEnum):
    CHOOSE = "choose"
    CODE = "code"
    CARD = "card"
    CONFIRMING = "confirming"
    PAID = "paid"
    EXPIRED = "expired"
    NOT_FOUND = "not-found"
    ERROR = "error"


def page_of(checkout: Checkout, now: datetime) -> Page:
    intent, attempt = checkout.intent, checkout.attempt
    if intent.status == Status.SUCCEEDED:
        return Page.PAID
    if intent.status == Status.PROCESSING:
        return Page.CONFIRMING
    # Nothing can be paid from `expires_at` on, whether or not the sweep has come by.
    if intent.status == Status.CANCELED or intent.expires_at <= now:
        return Page.EXPIRED
    if attempt is not None and attempt.state == AttemptState.AWAITING_CODE:
        return Page.CODE
    return Page.CHOOSE
