"""Submit the code a customer was sent. From here on money can move."""

from datetime import datetime
from uuid import UUID

from wasl.domain.attempt import Attempt, AttemptState
from wasl.domain.errors import (
    CodeNotExpected,
    IntentNotPayable,
    MethodNotAvailable,
    PaymentTimeOver,
)
from wasl.domain.inquiry_schedule import FIRST_AFTER_CONFIRM
from wasl.domain.payment_intent import PaymentIntent, Status
from wasl.provider_interface import Provider, ProviderDirectory
from wasl.services.change_status import change_status
from wasl.services.find_provider import provider_of_attempt
from wasl.services.settle_attempt import lock_both
from wasl.services.settle_patiently import SettlePatiently
from wasl.services.start_attempt import charge_of
from wasl.storage import attempts, wakeups
from wasl.storage.payment_intents import IntentKey
from wasl.storage.pool import Connection, Pool, transaction_from


class ConfirmAttempt:
    def __init__(self, pool: Pool, providers: ProviderDirectory, settle: SettlePatiently) -> None:
        self._pool = pool
        self._providers = providers
        self._settle = settle

    async def __call__(self, attempt_id: UUID, code: str, now: datetime) -> Attempt:
        async with transaction_from(self._pool) as connection:
            intent, attempt = await lock_both(connection, attempt_id)
            require_code_expected(intent, attempt, now)
            provider = await provider_of(connection, self._providers, attempt)
            attempt = await _put_in_flight(connection, attempt, now)
        assert attempt.provider_reference is not None
        # Sent once, so the answer comes once. If we die before it is applied, the reconciler takes
        # over.
        answer = await provider.confirm(
            charge_of(attempt, intent), attempt.provider_reference, code
        )
        return await self._settle(attempt, answer, provider.abilities.inquires, now)


def require_code_expected(intent: PaymentIntent, attempt: Attempt, now: datetime) -> None:
    if attempt.state != AttemptState.AWAITING_CODE:
        raise CodeNotExpected
    if intent.status != Status.REQUIRES_PAYMENT_METHOD:
        raise IntentNotPayable(intent.status)
    if intent.expires_at <= now:
        raise PaymentTimeOver


async def _put_in_flight(connection: Connection, attempt: Attempt, now: datetime) -> Attempt:
    flying = attempt._replace(
        state=AttemptState.IN_FLIGHT.value,
        reason=None,
        in_flight_at=now,
        next_inquiry_at=now + FIRST_AFTER_CONFIRM,
        updated_at=now,
    )
    await attempts.update(connection, flying)
    key = IntentKey(attempt.payment_intent_uuid, attempt.application_id)
    await change_status(connection, [key], Status.PROCESSING, now)
    await wakeups.wake(connection, f"reconcile_{attempt.method}")
    return flying


async def provider_of(
    connection: Connection, providers: ProviderDirectory, attempt: Attempt
) -> Provider:
    provider = await provider_of_attempt(connection, providers, attempt)
    if provider is None:
        raise MethodNotAvailable("it is not set up")
    return provider
