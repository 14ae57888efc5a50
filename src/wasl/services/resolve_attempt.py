"""Settle by hand what only a person can settle, through the same locked path."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from wasl.domain.attempt import Attempt, AttemptState, DeclineReason
from wasl.domain.errors import AttemptNotWaiting
from wasl.provider_interface import Declined, Paid
from wasl.services.settle_attempt import Answer, lock_both, settle
from wasl.storage import attempts, audit_log
from wasl.storage.pool import Connection, Pool, connection_from, transaction_from


class ListUnresolved:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(self, limit: int) -> Sequence[Attempt]:
        async with connection_from(self._pool) as connection:
            return await attempts.waiting_for_a_person(connection, limit)


class ResolveAttempt:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __call__(
        self, attempt_id: UUID, paid: bool, evidence: str, actor: str, now: datetime
    ) -> Attempt:
        async with transaction_from(self._pool) as connection:
            intent, attempt = await lock_both(connection, attempt_id)
            if not attempt.needs_person:
                raise AttemptNotWaiting
            settled = attempt
            # A surplus is paid already; that it was given back, or kept, is only written down.
            if not attempt.surplus:
                answer = _answer(attempt, paid, intent.amount_minor)
                settled = await settle(connection, attempt_id, answer, False, now)
            # Found only now to be a second payment: what becomes of that money is still open.
            new_surplus = settled.surplus and not attempt.surplus
            settled = settled._replace(needs_person=new_surplus, updated_at=now)
            await attempts.update(connection, settled)
            await _write_down(connection, attempt, settled, paid, evidence, actor, now)
        return settled


def _answer(attempt: Attempt, paid: bool, amount_minor: int) -> Answer:
    if paid:
        reference = attempt.provider_reference or attempt.reference
        return Paid(reference, amount_minor, attempt.masked_payer)
    return Declined(DeclineReason.DECLINED, "settled by a person as not paid")


async def _write_down(
    connection: Connection,
    attempt: Attempt,
    settled: Attempt,
    paid: bool,
    evidence: str,
    actor: str,
    now: datetime,
) -> None:
    await audit_log.append(
        connection,
        application_id=attempt.application_id,
        actor=actor,
        action="attempt.resolved",
        subject=str(attempt.id),
        detail={
            "verdict": "paid" if paid else "not paid",
            "evidence": evidence,
            "payment_intent": str(attempt.payment_intent_uuid),
            "state_before": AttemptState(attempt.state).value,
            "state_after": AttemptState(settled.state).value,
            "surplus": settled.surplus,
        },
        now=now,
    )
