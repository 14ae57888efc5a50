"""What must be true of intents, attempts, events and the ledger at every moment."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from wasl.domain.attempt import Attempt
from wasl.domain.payment_intent import PaymentIntent

SUCCEEDED_EVENT = "payment_intent.succeeded"
CANCELED_EVENT = "payment_intent.canceled"


@dataclass(frozen=True)
class Books:
    """Everything that is stored."""

    intents: Sequence[PaymentIntent]
    attempts: Sequence[Attempt]
    events: Sequence[tuple[UUID, str]]

    def attempts_of(self, intent: PaymentIntent) -> list[Attempt]:
        return [a for a in self.attempts if a.payment_intent_uuid == intent.uuid]

    def assert_in_order(self) -> None:
        told = Counter(self.events)
        assert not [event for event, count in told.items() if count > 1]
        for intent in self.intents:
            self._assert_intent_in_order(intent, {kind for u, kind in told if u == intent.uuid})
        for attempt in self.attempts:
            _assert_not_forgotten(attempt)

    def _assert_intent_in_order(self, intent: PaymentIntent, told: set[str]) -> None:
        attempts = self.attempts_of(intent)
        in_flight = [a for a in attempts if a.state == "in_flight"]
        paid = [a for a in attempts if a.state == "paid"]
        assert len(in_flight) <= 1
        assert (SUCCEEDED_EVENT in told) == (intent.status == "succeeded") == bool(paid)
        # All payments but one are surplus, and none is where there is only one.
        payments = [reference for a in paid for reference in payment_references(a)]
        assert len([a for a in paid if not a.surplus]) <= 1
        assert any(a.surplus for a in paid) == (len(payments) > 1)
        if intent.status != "succeeded":
            assert (CANCELED_EVENT in told) == (intent.status == "canceled")
            assert bool(in_flight) == (intent.status == "processing")


def _assert_not_forgotten(attempt: Attempt) -> None:
    """Where money may have moved, either somebody asks again or a person knows."""
    if attempt.state == "paid":
        assert attempt.surplus or not attempt.needs_person, attempt
        assert attempt.method == "card" or attempt.next_inquiry_at is None, attempt
        return
    open_ended = attempt.state in ("in_flight", "abandoned")
    waits = attempt.next_inquiry_at is not None or attempt.needs_person
    assert waits == open_ended, attempt
    assert not attempt.surplus


def assert_ledger_agrees(books: Books, ledger: Sequence[Mapping[str, Any]]) -> None:
    """Each charge is one payment of that amount, and each payment is one charge."""
    amounts = {intent.uuid: intent.amount_minor for intent in books.intents}
    # A person may have settled an attempt for which we never got the provider's own reference.
    own = {charge["reference"]: charge["provider_reference"] for charge in ledger}
    recorded = Counter(
        (own.get(reference, reference), amounts[attempt.payment_intent_uuid])
        for attempt in books.attempts
        if attempt.state == "paid"
        for reference in payment_references(attempt)
    )
    charged = Counter((charge["provider_reference"], charge["amount_minor"]) for charge in ledger)
    assert recorded == charged


def payment_references(attempt: Attempt) -> list[str]:
    """A Lightbox that was paid in twice has one attempt with two references."""
    assert attempt.provider_reference
    return attempt.provider_reference.split(",")
