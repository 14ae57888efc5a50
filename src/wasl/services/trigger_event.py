"""Make an event happen: a real intent, paid by a customer of the simulators or left to expire."""

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.application import Method
from wasl.domain.attempt import Attempt, AttemptState, DeclineReason
from wasl.domain.errors import (
    CodeNotExpected,
    IntentNotPayable,
    PaymentRefused,
    SimulatorsUnavailable,
    TriggerFailed,
)
from wasl.domain.event import EventKind
from wasl.domain.money import CURRENCY
from wasl.domain.payment_intent import MIN_LIFETIME, NewPaymentIntent, PaymentIntent, Status
from wasl.provider_interface import Payer
from wasl.services.confirm_attempt import ConfirmAttempt
from wasl.services.create_payment_intent import CreatePaymentIntent
from wasl.services.read_events import find_test_application
from wasl.services.start_attempt import StartAttempt
from wasl.storage import attempts, payment_intents
from wasl.storage.pool import Pool, connection_from


class _Customers(NamedTuple):
    """Phones that the simulators approve; docs/testing.md. Many, as one may pay so often only."""

    phone_prefix: str
    birth_year: int | None
    code: str

    def payer(self, key: str) -> Payer:
        number = int.from_bytes(hashlib.sha256(key.encode()).digest()) % 1_000_000
        return Payer(f"{self.phone_prefix}{number:06}", self.birth_year)


_CUSTOMERS: Final[Mapping[Method, _Customers]] = {
    Method.SADAD: _Customers("0911", 1990, "111111"),
    Method.EDFALI: _Customers("0921", None, "1111"),
}

_AMOUNT_MINOR: Final = 25_000
# As soon as the contract allows an intent to expire.
_SOONEST: Final = MIN_LIFETIME + timedelta(seconds=1)


class TriggerEvent:
    def __init__(
        self, pool: Pool, create: CreatePaymentIntent, start: StartAttempt, confirm: ConfirmAttempt
    ) -> None:
        self._pool = pool
        self._create = create
        self._start = start
        self._confirm = confirm

    async def __call__(
        self, application_id: UUID, event: EventKind, key: str, now: datetime
    ) -> PaymentIntent:
        """The intent as it is afterwards. The same key means the same intent, paid once."""
        async with connection_from(self._pool) as connection:
            application = await find_test_application(connection, application_id)
        new = _new_intent(event, key, now)
        intent, _ = await self._create(application_id, new, now)
        if event is EventKind.CANCELED:
            return intent
        method = next((one for one in _CUSTOMERS if one in application.methods), None)
        if method is None:
            raise TriggerFailed("the application takes neither Sadad nor Edfali.")
        await self._pay(intent, method, key, now)
        return await self._read_again(intent)

    async def _pay(self, intent: PaymentIntent, method: Method, key: str, now: datetime) -> None:
        if intent.status != Status.REQUIRES_PAYMENT_METHOD:
            return
        customers = _CUSTOMERS[method]
        try:
            attempt = await self._attempt_with_code(intent, method, customers.payer(key), now)
            attempt = await self._confirm(attempt.id, customers.code, now)
        except (IntentNotPayable, CodeNotExpected):
            # The same trigger, sent twice, is being paid by the other.
            return
        except PaymentRefused as error:
            raise TriggerFailed(str(error)) from error
        _refuse_if_failed(attempt)

    async def _attempt_with_code(
        self, intent: PaymentIntent, method: Method, payer: Payer, now: datetime
    ) -> Attempt:
        """The one that an earlier, broken-off trigger has left, or a new one."""
        async with connection_from(self._pool) as connection:
            left = await attempts.latest_of_intent(connection, intent.uuid)
        if left is not None and left.state == AttemptState.AWAITING_CODE and left.method == method:
            return left
        started = await self._start(intent.uuid, method, payer, None, now)
        _refuse_if_failed(started.attempt)
        return started.attempt

    async def _read_again(self, intent: PaymentIntent) -> PaymentIntent:
        key = intent.application_id, intent.merchant_reference
        async with connection_from(self._pool) as connection:
            return (await payment_intents.find_by_merchant_reference(connection, [key]))[key]


def _new_intent(event: EventKind, key: str, now: datetime) -> NewPaymentIntent:
    expires = event is EventKind.CANCELED
    return NewPaymentIntent(
        merchant_reference=f"trigger-{event.rpartition('.')[2]}-{key}",
        amount_minor=_AMOUNT_MINOR,
        currency=CURRENCY,
        description=f"wasl trigger {event}",
        customer_external_id=None,
        return_url=None,
        metadata_json=None,
        expires_at=now + _SOONEST if expires else None,
    )


def _refuse_if_failed(attempt: Attempt) -> None:
    """In flight is no failure: the answer was lost, and the provider is asked again."""
    if attempt.reason == DeclineReason.PROVIDER_UNAVAILABLE:
        raise SimulatorsUnavailable
    if attempt.reason is not None:
        raise TriggerFailed(f"the simulator said {attempt.reason} ({attempt.detail}).")
