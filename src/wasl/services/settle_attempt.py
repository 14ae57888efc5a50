"""Apply what a provider, or a person, says about an attempt. Every answer takes this path."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import structlog

from wasl.domain.application import Method
from wasl.domain.attempt import (
    CODE_MAY_BE_RETRIED,
    MAX_WRONG_CODES,
    Attempt,
    AttemptState,
    DeclineReason,
)
from wasl.domain.errors import AttemptNotFound
from wasl.domain.inquiry_schedule import next_inquiry, next_look_at_paid, nothing_found_counts
from wasl.domain.payment_intent import PaymentIntent, Status
from wasl.provider_interface import Declined, Paid, Unknown
from wasl.services.change_status import change_status
from wasl.storage import attempts, payment_intents, wakeups
from wasl.storage.payment_intents import IntentKey
from wasl.storage.pool import Connection, Pool, transaction_from

log = structlog.get_logger()

Answer = Paid | Declined | Unknown


class Decision(NamedTuple):
    attempt: Attempt
    intent_becomes: Status | None


class SettleAttempt:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, attempt_id: UUID, answer: Answer, can_inquire: bool, now: datetime
    ) -> Attempt:
        async with transaction_from(self._pool) as connection:
            return await settle(connection, attempt_id, answer, can_inquire, now)


async def settle(
    connection: Connection,
    attempt_id: UUID,
    answer: Answer,
    can_inquire: bool,
    now: datetime,
    flight: datetime | None = None,
) -> Attempt:
    """`flight` is when the code that is answered was sent, for an answer that may come again.

    Another code may be under way meanwhile. The answer to the first says nothing about it, unless
    it is that money has moved.
    """
    intent, attempt = await lock_both(connection, attempt_id)
    if flight not in (None, attempt.in_flight_at) and not isinstance(answer, Paid):
        return attempt
    decision = decide(attempt, intent, answer, can_inquire, now)
    if decision.attempt == attempt:
        return attempt
    settled = decision.attempt._replace(updated_at=now)
    moved = await attempts.update(connection, settled)
    assert moved, "the allow-table lacks a move that an answer can make"
    if decision.intent_becomes is not None:
        key = IntentKey(intent.uuid, intent.application_id)
        paid_by = Method(settled.method) if settled.state == AttemptState.PAID else None
        await change_status(connection, [key], decision.intent_becomes, now, paid_by)
        if decision.intent_becomes is Status.REQUIRES_PAYMENT_METHOD:
            # It can expire again, perhaps sooner than the worker, who did not see it, expects.
            await wakeups.wake(connection, "expire_intents")
    log.info(
        "attempt_settled",
        attempt=str(settled.id),
        state=settled.state,
        reason=settled.reason,
        surplus=settled.surplus,
        needs_person=settled.needs_person,
        asks_next_at=settled.next_inquiry_at,
    )
    return settled


async def lock_both(connection: Connection, attempt_id: UUID) -> tuple[PaymentIntent, Attempt]:
    """The intent first, then the attempt: everyone who locks both takes this order."""
    found = await attempts.find(connection, attempt_id)
    if found is None:
        raise AttemptNotFound
    intent = await payment_intents.lock(connection, found.payment_intent_uuid)
    attempt = await attempts.lock(connection, attempt_id)
    assert intent is not None
    assert attempt is not None
    return intent, attempt


def decide(
    attempt: Attempt, intent: PaymentIntent, answer: Answer, can_inquire: bool, now: datetime
) -> Decision:
    """What follows from an answer. An answer that comes too late to matter changes nothing."""
    if attempt.state == AttemptState.PAID:
        return Decision(_looked_at_again(_paid_again(attempt, answer), answer, now), None)
    if isinstance(answer, Paid):
        return _paid(attempt, intent, answer, can_inquire, now)
    if attempt.state not in (AttemptState.IN_FLIGHT, AttemptState.ABANDONED):
        return Decision(attempt, None)
    if isinstance(answer, Declined):
        return _declined(attempt, intent, answer, can_inquire, now)
    return Decision(_ask_later(attempt, answer.detail, can_inquire, now), None)


def _paid(
    attempt: Attempt, intent: PaymentIntent, paid: Paid, can_inquire: bool, now: datetime
) -> Decision:
    if paid.amount_minor != intent.amount_minor:
        detail = f"the provider says paid, with {paid.amount_minor} minor units"
        unclear = attempt._replace(detail=detail, needs_person=True, next_inquiry_at=None)
        return Decision(unclear, None)
    already = intent.status == Status.SUCCEEDED
    surplus = already or paid.times > 1
    in_flight_at = attempt.in_flight_at or now
    may_be_paid_again = can_inquire and attempt.method == Method.CARD
    settled = attempt._replace(
        state=AttemptState.PAID.value,
        reason=None,
        detail=None,
        provider_reference=paid.provider_reference,
        masked_payer=paid.masked_payer or attempt.masked_payer,
        in_flight_at=in_flight_at,
        next_inquiry_at=next_look_at_paid(in_flight_at, now) if may_be_paid_again else None,
        surplus=surplus,
        needs_person=surplus,
    )
    return Decision(settled, None if already else Status.SUCCEEDED)


def _paid_again(attempt: Attempt, answer: Answer) -> Attempt:
    """A Lightbox can be paid in twice. What was taken once stays taken, whatever is said later."""
    if not isinstance(answer, Paid) or answer.times == 1:
        return attempt
    if answer.provider_reference == attempt.provider_reference:
        return attempt
    return attempt._replace(
        provider_reference=answer.provider_reference, surplus=True, needs_person=True
    )


def _looked_at_again(attempt: Attempt, answer: Answer, now: datetime) -> Attempt:
    if attempt.next_inquiry_at is None:
        return attempt
    assert attempt.in_flight_at is not None
    answered = not isinstance(answer, Unknown)
    return attempt._replace(next_inquiry_at=next_look_at_paid(attempt.in_flight_at, now, answered))


def _declined(
    attempt: Attempt, intent: PaymentIntent, no: Declined, can_inquire: bool, now: datetime
) -> Decision:
    if no.reason == DeclineReason.NOTHING_FOUND or (can_inquire and attempt.method == Method.CARD):
        settled = _not_for_good(attempt, no, can_inquire, now)
    elif attempt.state == AttemptState.IN_FLIGHT and no.reason in CODE_MAY_BE_RETRIED:
        settled = _wrong_code(attempt, no)
    else:
        settled = _ended(attempt, AttemptState.FAILED, no.reason, no.detail)
    left_flight = attempt.state == AttemptState.IN_FLIGHT != settled.state
    returns = left_flight and intent.status == Status.PROCESSING
    return Decision(settled, Status.REQUIRES_PAYMENT_METHOD if returns else None)


def _wrong_code(attempt: Attempt, no: Declined) -> Attempt:
    wrong_codes = attempt.wrong_codes + 1
    counted = attempt._replace(wrong_codes=wrong_codes)
    if wrong_codes >= MAX_WRONG_CODES:
        return _ended(counted, AttemptState.FAILED, DeclineReason.TOO_MANY_CODES, no.detail)
    return _ended(counted, AttemptState.AWAITING_CODE, no.reason, no.detail)


def _not_for_good(attempt: Attempt, no: Declined, can_inquire: bool, now: datetime) -> Attempt:
    """Not a definite no, so we go on asking.

    The payment may be written down later, and a Lightbox that had one card declined stays open
    for another.
    """
    assert attempt.in_flight_at is not None
    if not nothing_found_counts(Method(attempt.method), attempt.in_flight_at, now):
        return _ask_later(attempt, no.detail, can_inquire, now)
    again_at = next_inquiry(attempt.inquiries, attempt.in_flight_at, now)
    if again_at is None:
        return _ended(attempt, AttemptState.FAILED, no.reason, no.detail)
    abandoned = _ended(attempt, AttemptState.ABANDONED, no.reason, no.detail)
    return abandoned._replace(next_inquiry_at=again_at)


def _ended(attempt: Attempt, state: AttemptState, reason: DeclineReason, detail: str) -> Attempt:
    return attempt._replace(
        state=state.value,
        reason=reason.value,
        detail=detail,
        next_inquiry_at=None,
        needs_person=False,
    )


def _ask_later(attempt: Attempt, detail: str, can_inquire: bool, now: datetime) -> Attempt:
    """Unknown is not failed. Whoever cannot be asked, or was asked for 72 hours, needs a person."""
    assert attempt.in_flight_at is not None
    again_at = next_inquiry(attempt.inquiries, attempt.in_flight_at, now) if can_inquire else None
    return attempt._replace(detail=detail, next_inquiry_at=again_at, needs_person=again_at is None)
