"""One try to pay an intent: its states, its limits, and why a try can fail."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID


class AttemptState(StrEnum):
    STARTED = "started"  # recorded; the provider has not answered yet
    AWAITING_CODE = "awaiting_code"  # the customer was sent a code; no money can move yet
    IN_FLIGHT = "in_flight"  # money can move without us: code submitted, or Lightbox open
    PAID = "paid"
    FAILED = "failed"  # the provider said no
    ABANDONED = "abandoned"  # ended without a definite answer; asked again for 72 hours


# Every attempt can turn out paid, whatever we were told before: money that moved is never denied.
ATTEMPT_ALLOWED_NEXT: Final[Mapping[AttemptState, frozenset[AttemptState]]] = {
    AttemptState.STARTED: frozenset(
        {AttemptState.AWAITING_CODE, AttemptState.FAILED, AttemptState.PAID}
    ),
    AttemptState.AWAITING_CODE: frozenset(
        {AttemptState.IN_FLIGHT, AttemptState.FAILED, AttemptState.PAID}
    ),
    AttemptState.IN_FLIGHT: frozenset(
        {
            AttemptState.AWAITING_CODE,
            AttemptState.PAID,
            AttemptState.FAILED,
            AttemptState.ABANDONED,
        }
    ),
    AttemptState.ABANDONED: frozenset({AttemptState.PAID, AttemptState.FAILED}),
    AttemptState.FAILED: frozenset({AttemptState.PAID}),
    AttemptState.PAID: frozenset(),
}


class DeclineReason(StrEnum):
    """In the customer's terms: each has its own words at the checkout."""

    WRONG_CODE = "wrong_code"
    CODE_EXPIRED = "code_expired"
    TOO_MANY_CODES = "too_many_codes"
    INSUFFICIENT_BALANCE = "insufficient_balance"
    LIMIT_EXCEEDED = "limit_exceeded"
    NOT_REGISTERED = "not_registered"
    WRONG_DETAILS = "wrong_details"
    CANCELED_BY_CUSTOMER = "canceled_by_customer"
    DECLINED = "declined"
    NOTHING_FOUND = "nothing_found"
    PROVIDER_UNAVAILABLE = "provider_unavailable"
    MISCONFIGURED = "misconfigured"


# After these the customer may enter a code again; the attempt goes on.
CODE_MAY_BE_RETRIED: Final = frozenset({DeclineReason.WRONG_CODE, DeclineReason.CODE_EXPIRED})

MAX_WRONG_CODES: Final = 5
MAX_CODES_SENT: Final = 4
CODE_RESEND_WAIT: Final = timedelta(seconds=60)

# How often one phone, or one address, may start an attempt.
ATTEMPTS_WINDOW: Final = timedelta(hours=1)
MAX_ATTEMPTS_PER_PAYER: Final = 10
MAX_ATTEMPTS_PER_ADDRESS: Final = 60


class Attempt(NamedTuple):
    id: UUID
    application_id: UUID
    payment_intent_uuid: UUID
    method: str
    state: str
    reason: str | None
    detail: str | None
    provider_reference: str | None
    masked_payer: str | None
    wrong_codes: int
    codes_sent: int
    code_sent_at: datetime | None
    in_flight_at: datetime | None
    inquiries: int
    asked_at: datetime | None
    next_inquiry_at: datetime | None
    needs_person: bool
    surplus: bool
    created_at: datetime
    updated_at: datetime
    # The application's own account it was begun with; None: the operator's, or the simulator.
    provider_account_id: UUID | None = None

    @property
    def reference(self) -> str:
        """What the provider knows this attempt by."""
        return self.id.hex


def code_may_be_sent_again_at(attempt: Attempt) -> datetime | None:
    """None when no more codes may be sent."""
    if attempt.codes_sent >= MAX_CODES_SENT or attempt.code_sent_at is None:
        return None
    return attempt.code_sent_at + CODE_RESEND_WAIT
