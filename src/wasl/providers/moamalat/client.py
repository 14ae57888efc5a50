"""Moamalat's side of the checkout: the Lightbox takes the card, FilterTransactions is the proof."""

from collections.abc import Mapping
from typing import Final

import aiohttp

from wasl.domain.application import Method
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import (
    Abilities,
    Charge,
    CodeSent,
    Declined,
    OpenLightbox,
    Paid,
    Payer,
    Unknown,
)
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.moamalat.transactions import read_transactions
from wasl.providers.moamalat.translate import (
    filter_request,
    filter_url,
    notified_reference,
    open_lightbox,
)
from wasl.providers.moamalat.unique_time import UNIQUE_TIMES
from wasl.providers.send_once import Answer, send_once, with_fresh_connections

_HEADERS: Final = {"Content-Type": "application/json", "Accept-Language": "en"}


class Moamalat:
    method = Method.CARD
    abilities = Abilities(
        sends_code=False,
        resends_code=False,
        inquires=True,
        needs_birth_year=False,
        code_digits=0,
        amount_step_minor=1,
    )

    def __init__(self, account: MoamalatAccount, session: aiohttp.ClientSession) -> None:
        self._account = account
        self._session = with_fresh_connections(session)

    async def begin(self, charge: Charge, payer: Payer | None) -> OpenLightbox:  # noqa: ARG002
        return open_lightbox(self._account, charge)

    async def confirm(self, charge: Charge, provider_reference: str, code: str) -> Unknown:  # noqa: ARG002
        return Unknown("Moamalat takes no code: the Lightbox may have moved money, so inquire")

    async def resend_code(self, charge: Charge, provider_reference: str) -> CodeSent | Declined:  # noqa: ARG002
        return Declined(DeclineReason.PROVIDER_UNAVAILABLE, "Moamalat sends its codes itself")

    async def inquire(self, charge: Charge) -> Paid | Declined | Unknown:
        sent = await send_once(
            self._session,
            filter_url(self._account),
            filter_request(self._account, charge, UNIQUE_TIMES.next(self._account)),
            _HEADERS,
            self._account.limits,
        )
        if isinstance(sent, Answer):
            return read_transactions(self._account, charge, sent.status, sent.body)
        return Unknown(f"Moamalat: {sent.detail}")

    def parse_notification(self, fields: Mapping[str, object]) -> str:
        return notified_reference(self._account, fields)
