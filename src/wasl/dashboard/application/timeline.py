"""The story of one payment, in the order in which it happened."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from wasl.dashboard.application.wording import DECLINE_REASONS, METHOD_NAMES
from wasl.domain.application import Method
from wasl.domain.attempt import Attempt, AttemptState, DeclineReason
from wasl.domain.delivery import Delivery
from wasl.domain.event import Event, EventKind
from wasl.services.show_payment import PaymentStory
from wasl.web.language import N_


class Entry(NamedTuple):
    """`title`, `method` and `reason` are translated when they are shown; `tone` colours the dot."""

    at: datetime
    title: str
    tone: str = ""
    method: str | None = None
    payer: str | None = None
    reason: str | None = None
    delivery: Delivery | None = None


_ENDS = {
    AttemptState.AWAITING_CODE: (N_("A code was not accepted; the customer may try again"), "wait"),
    AttemptState.PAID: (N_("The provider says that it was paid"), "good"),
    AttemptState.FAILED: (N_("The try came to nothing"), "bad"),
    AttemptState.ABANDONED: (
        N_("The try ended without a definite answer; the provider is asked again for three days"),
        "wait",
    ),
}
_EVENTS = {
    EventKind.SUCCEEDED: (N_("Paid"), "good"),
    EventKind.CANCELED: (N_("Expired unpaid"), "bad"),
}


def timeline(story: PaymentStory, with_deliveries: bool) -> list[Entry]:
    entries = [Entry(story.intent.created_at, N_("Your server created the payment intent"))]
    for attempt in story.attempts:
        entries += _of_attempt(attempt)
    entries += [_of_event(event) for event in story.events]
    if with_deliveries:
        entries += [
            Entry(delivery.created_at, N_("Webhook"), "", delivery=delivery)
            for delivery in story.deliveries
        ]
        sent = {delivery.id for delivery in story.deliveries}
        entries += [
            Entry(event.created_at, N_("No webhook: no URL was set"), "wait")
            for event in story.events
            if event.id not in sent
        ]
    return sorted(entries, key=lambda entry: entry.at)


def _of_attempt(attempt: Attempt) -> Iterator[Entry]:
    method = METHOD_NAMES[Method(attempt.method)]
    yield Entry(
        attempt.created_at,
        N_("The customer began to pay"),
        method=method,
        payer=attempt.masked_payer,
    )
    if attempt.code_sent_at is not None:
        yield Entry(attempt.code_sent_at, N_("A code was sent to the customer"), method=method)
    if attempt.in_flight_at is not None:
        yield Entry(
            attempt.in_flight_at,
            N_("From here on money could move: the provider's answer decides"),
            "wait",
            method,
        )
    yield from _end_of(attempt, method)


def _end_of(attempt: Attempt, method: str) -> Iterator[Entry]:
    state = AttemptState(attempt.state)
    reason = DECLINE_REASONS[DeclineReason(attempt.reason)] if attempt.reason else None
    if state in _ENDS and (reason or state is not AttemptState.AWAITING_CODE):
        title, tone = _ENDS[state]
        yield Entry(attempt.updated_at, title, tone, method, reason=reason)
    if attempt.surplus:
        title = N_("The customer was charged more than once: the operator returns the surplus")
        yield Entry(attempt.updated_at, title, "bad", method)
    elif attempt.needs_person:
        title = N_("The provider cannot tell what happened: the operator looks into it")
        yield Entry(attempt.updated_at, title, "wait", method)


def _of_event(event: Event) -> Entry:
    title, tone = _EVENTS[EventKind(event.kind)]
    return Entry(event.created_at, title, tone)
