"""One event on its way to a merchant: its states, and how a try can end."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID


class DeliveryStatus(StrEnum):
    PENDING = "pending"  # automatic tries are left
    SUCCEEDED = "succeeded"  # a try was answered with 2xx
    FAILED = "failed"  # the last automatic try was not


class DeliveryState(StrEnum):
    """As the merchant's team is told. One that waits for its first try is no bad sign."""

    ON_ITS_WAY = "pending"
    BEING_RETRIED = "retrying"  # every try so far failed, and automatic ones are left
    RECEIVED = "succeeded"
    FAILED = "failed"


# A resend can still reach the merchant after the last automatic try; a success is never undone.
DELIVERY_ALLOWED_NEXT: Final[Mapping[DeliveryStatus, frozenset[DeliveryStatus]]] = {
    DeliveryStatus.PENDING: frozenset({DeliveryStatus.SUCCEEDED, DeliveryStatus.FAILED}),
    DeliveryStatus.FAILED: frozenset({DeliveryStatus.SUCCEEDED}),
    DeliveryStatus.SUCCEEDED: frozenset(),
}


class Outcome(StrEnum):
    """How a try ended. Only the first is a success."""

    SUCCEEDED = "succeeded"
    REDIRECTED = "redirected"  # 3xx: not followed
    REJECTED = "rejected"  # any other status that is not 2xx
    TIMED_OUT = "timed_out"
    NOT_CONNECTED = "not_connected"
    BAD_CERTIFICATE = "bad_certificate"
    BROKEN_OFF = "broken_off"  # connected, but no whole answer came
    ADDRESS_REFUSED = "address_refused"  # by us: no public HTTPS address
    NOT_SIGNED = "not_signed"  # by us: the secret cannot be read


ANSWER_MAX_BYTES: Final = 8 * 1024


class TryResult(NamedTuple):
    """What came of one try. `answer_cut` says that more came than is kept."""

    outcome: Outcome
    duration_ms: int
    address: str | None = None
    status_code: int | None = None
    answer: bytes = b""
    answer_cut: bool = False
    error: str | None = None


class Delivery(NamedTuple):
    """As the merchant's team sees it."""

    id: UUID
    application_id: UUID
    payment_intent_uuid: UUID
    event: str
    is_test: bool
    url: str
    body: bytes
    status: str
    tries: int
    created_at: datetime
    last_status_code: int | None
    last_answer: bytes | None
    last_answer_cut: bool | None
    last_error: str | None
    last_tried_at: datetime | None
    # The next automatic try; None when none is left.
    next_try_at: datetime | None
    # A resend was asked for and has not been made yet.
    resend_at: datetime | None

    @property
    def state(self) -> DeliveryState:
        return state_of(self.status, self.tries)


def state_of(status: str, tries: int) -> DeliveryState:
    """A try that is answered well ends the waiting, so those of a pending one all failed."""
    if status == DeliveryStatus.PENDING and tries:
        return DeliveryState.BEING_RETRIED
    return DeliveryState(status)


class DeliveryTry(NamedTuple):
    """`answer` is None once housekeeping has removed it; without `signature` nothing was sent."""

    number: int
    is_resend: bool
    url: str
    started_at: datetime
    duration_ms: int
    address: str | None
    status_code: int | None
    answer: bytes | None
    answer_cut: bool
    outcome: str
    error: str | None
    signature: str | None
