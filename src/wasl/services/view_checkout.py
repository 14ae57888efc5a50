"""See how far a payment is: what the checkout shows the customer."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.application import Method, Mode
from wasl.domain.attempt import Attempt, AttemptState
from wasl.domain.errors import PaymentIntentNotFound
from wasl.domain.payment_intent import PaymentIntent
from wasl.provider_interface import Abilities, ProviderDirectory, SealedAccount
from wasl.services.ask_provider import AskProvider
from wasl.services.find_provider import own_accounts
from wasl.storage import checkouts
from wasl.storage.checkouts import CheckoutRow
from wasl.storage.pool import Pool, connection_from

# Until then the answer to the code itself is on its way.
_ANSWER_EXPECTED_WITHIN: Final = timedelta(seconds=5)


class Offer(NamedTuple):
    """A method the merchant has enabled; `takes_amount` says whether it can take this amount."""

    method: Method
    abilities: Abilities
    takes_amount: bool


class Checkout(NamedTuple):
    intent: PaymentIntent
    merchant_name: str
    mode: Mode
    offers: list[Offer]
    attempt: Attempt | None

    def offer_of(self, method: str) -> Offer | None:
        return next((offer for offer in self.offers if offer.method == method), None)


class ViewCheckout:
    def __init__(self, pool: Pool, providers: ProviderDirectory, ask: AskProvider) -> None:
        self._pool = pool
        self._providers = providers
        self._ask = ask

    async def __call__(self, intent_uuid: UUID, attempt_id: UUID | None = None) -> Checkout:
        async with connection_from(self._pool) as connection:
            row = await checkouts.find(connection, intent_uuid, attempt_id)
            if row is None:
                raise PaymentIntentNotFound
            own = await own_accounts(connection, row.intent.application_id, Mode(row.mode))
        return Checkout(
            row.intent, row.merchant_name, Mode(row.mode), self._offers(row, own), row.attempt
        )

    async def visited(self, intent_uuid: UUID, attempt_id: UUID | None, now: datetime) -> Checkout:
        """The customer came to look: where the end is not known, the provider is asked first."""
        checkout = await self(intent_uuid, attempt_id)
        attempt = checkout.attempt
        if attempt is None or not _worth_asking(checkout, attempt, now):
            return checkout
        await self._ask.now(attempt.id, now)
        return await self(intent_uuid, attempt_id)

    def _offers(self, row: CheckoutRow, own: Mapping[Method, SealedAccount]) -> list[Offer]:
        offers = []
        for method in Method:
            provider = self._providers.find(Mode(row.mode), method, own.get(method))
            if method in row.methods and provider is not None:
                abilities = provider.abilities
                takes_amount = row.intent.amount_minor % abilities.amount_step_minor == 0
                offers.append(Offer(method, abilities, takes_amount))
        return offers


def _worth_asking(checkout: Checkout, attempt: Attempt, now: datetime) -> bool:
    if attempt.state != AttemptState.IN_FLIGHT or attempt.needs_person:
        return False
    offer = checkout.offer_of(attempt.method)
    if offer is None or not offer.abilities.inquires:
        return False
    assert attempt.in_flight_at is not None
    # A Lightbox has no answer of its own.
    return not offer.abilities.sends_code or now - attempt.in_flight_at >= _ANSWER_EXPECTED_WITHIN
