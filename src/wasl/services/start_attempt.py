"""Start to pay an intent by one method."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.application import Method, Mode
from wasl.domain.attempt import (
    ATTEMPTS_WINDOW,
    MAX_ATTEMPTS_PER_ADDRESS,
    MAX_ATTEMPTS_PER_PAYER,
    Attempt,
    AttemptState,
    DeclineReason,
)
from wasl.domain.counted_address import counted_address
from wasl.domain.errors import (
    IntentNotPayable,
    MethodNotAvailable,
    PaymentIntentNotFound,
    PaymentTimeOver,
    TooManyAttempts,
)
from wasl.domain.inquiry_schedule import FIRST_AFTER_LIGHTBOX
from wasl.domain.payment_intent import PaymentIntent, Status, new_uuid
from wasl.domain.phone import mask_phone
from wasl.provider_interface import (
    Charge,
    CodeSent,
    Declined,
    OpenLightbox,
    Payer,
    Provider,
    ProviderDirectory,
)
from wasl.services.change_status import change_status
from wasl.services.find_provider import ProviderInUse, provider_in_use
from wasl.storage import applications, attempts, payment_intents, wakeups
from wasl.storage.keyed_digest import KeyedDigest
from wasl.storage.payment_intents import IntentKey
from wasl.storage.pool import Connection, Pool, transaction_from


class Started(NamedTuple):
    attempt: Attempt
    result: CodeSent | OpenLightbox | Declined


class StartAttempt:
    def __init__(self, pool: Pool, providers: ProviderDirectory, keyed_digest: KeyedDigest) -> None:
        self._pool = pool
        self._providers = providers
        self._digest = keyed_digest

    async def __call__(
        self,
        intent_uuid: UUID,
        method: Method,
        payer: Payer | None,
        client_address: str | None,
        now: datetime,
    ) -> Started:
        async with transaction_from(self._pool) as connection:
            intent = await lock_payable(connection, intent_uuid, now)
            provider, account_id = await self._provider(connection, intent, method)
            attempt = _new_attempt(intent, provider, payer, now)
            attempt = attempt._replace(provider_account_id=account_id)
            await self._record(connection, attempt, payer, client_address, now)
        # Nothing is open while the provider is called.
        result = await provider.begin(charge_of(attempt, intent), payer)
        if isinstance(result, OpenLightbox):
            return Started(attempt, result)
        begun = _begun(attempt, result, now)
        async with transaction_from(self._pool) as connection:
            await attempts.update(connection, begun)
        return Started(begun, result)

    async def _provider(
        self, connection: Connection, intent: PaymentIntent, method: Method
    ) -> ProviderInUse:
        application = await applications.find(connection, intent.application_id)
        assert application is not None
        if method not in application.methods:
            raise MethodNotAvailable("the merchant does not offer it")
        found = await provider_in_use(
            connection, self._providers, application.id, Mode(application.mode), method
        )
        if found is None:
            raise MethodNotAvailable("it is not set up")
        if intent.amount_minor % found.provider.abilities.amount_step_minor:
            raise MethodNotAvailable("it cannot take thousandths of a dinar")
        return found

    async def _record(
        self,
        connection: Connection,
        attempt: Attempt,
        payer: Payer | None,
        client_address: str | None,
        now: datetime,
    ) -> None:
        payer_digest = self._digest(payer.phone) if payer else None
        address_digest = self._digest(counted_address(client_address)) if client_address else None
        await _refuse_too_many(connection, payer_digest, address_digest, now)
        await attempts.insert(connection, attempt, payer_digest, address_digest)
        if attempt.state == AttemptState.IN_FLIGHT:
            key = IntentKey(attempt.payment_intent_uuid, attempt.application_id)
            await change_status(connection, [key], Status.PROCESSING, now)
            await wakeups.wake(connection, f"reconcile_{attempt.method}")


async def lock_payable(connection: Connection, intent_uuid: UUID, now: datetime) -> PaymentIntent:
    """From `expires_at` on nothing can be paid, whether or not the sweep has come by."""
    intent = await payment_intents.lock(connection, intent_uuid)
    if intent is None:
        raise PaymentIntentNotFound
    if intent.status != Status.REQUIRES_PAYMENT_METHOD:
        raise IntentNotPayable(intent.status)
    if intent.expires_at <= now:
        raise PaymentTimeOver
    return intent


def charge_of(attempt: Attempt, intent: PaymentIntent) -> Charge:
    return Charge(attempt.reference, intent.amount_minor, attempt.created_at)


async def _refuse_too_many(
    connection: Connection,
    payer_digest: bytes | None,
    address_digest: bytes | None,
    now: datetime,
) -> None:
    since = now - ATTEMPTS_WINDOW
    # In one order for everybody, so that no two wait for each other.
    for digest in sorted(filter(None, (payer_digest, address_digest))):
        await attempts.take_turns(connection, digest)
    if payer_digest is not None:
        count = await attempts.count_by_payer(connection, payer_digest, since)
        if count >= MAX_ATTEMPTS_PER_PAYER:
            raise TooManyAttempts
    if address_digest is not None:
        count = await attempts.count_by_address(connection, address_digest, since)
        if count >= MAX_ATTEMPTS_PER_ADDRESS:
            raise TooManyAttempts


def _new_attempt(
    intent: PaymentIntent, provider: Provider, payer: Payer | None, now: datetime
) -> Attempt:
    """With a Lightbox money can move as soon as the page has its values."""
    in_flight = not provider.abilities.sends_code
    return Attempt(
        id=new_uuid(now),
        application_id=intent.application_id,
        payment_intent_uuid=intent.uuid,
        method=provider.method.value,
        state=(AttemptState.IN_FLIGHT if in_flight else AttemptState.STARTED).value,
        reason=None,
        detail=None,
        provider_reference=None,
        masked_payer=mask_phone(payer.phone) if payer else None,
        wrong_codes=0,
        codes_sent=0,
        code_sent_at=None,
        in_flight_at=now if in_flight else None,
        inquiries=0,
        asked_at=None,
        next_inquiry_at=now + FIRST_AFTER_LIGHTBOX if in_flight else None,
        needs_person=False,
        surplus=False,
        created_at=now,
        updated_at=now,
    )


def _begun(attempt: Attempt, result: CodeSent | Declined, now: datetime) -> Attempt:
    if isinstance(result, CodeSent):
        return attempt._replace(
            state=AttemptState.AWAITING_CODE.value,
            provider_reference=result.provider_reference,
            codes_sent=1,
            code_sent_at=now,
        )
    return attempt._replace(
        state=AttemptState.FAILED.value,
        reason=DeclineReason(result.reason).value,
        detail=result.detail,
    )
