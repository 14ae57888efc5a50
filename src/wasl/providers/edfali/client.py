"""Edfali's side of the checkout: a code is asked for, then confirmed. It cannot be asked later."""

from collections.abc import Mapping

import aiohttp

from wasl.domain.application import Method
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import (
    Abilities,
    Charge,
    CodeSent,
    Declined,
    ForgedNotification,
    Paid,
    Payer,
    Unknown,
)
from wasl.providers import unanswered
from wasl.providers.edfali import soap, translate
from wasl.providers.edfali.account import EdfaliAccount
from wasl.providers.send_once import Answer, NoAnswer, NotSent, send_once, with_fresh_connections


class Edfali:
    method = Method.EDFALI
    abilities = Abilities(
        sends_code=True,
        resends_code=False,
        inquires=False,
        needs_birth_year=False,
        code_digits=translate.CODE_DIGITS,
        amount_step_minor=translate.AMOUNT_STEP_MINOR,
    )

    def __init__(self, account: EdfaliAccount, session: aiohttp.ClientSession) -> None:
        self._account = account
        self._session = with_fresh_connections(session)

    async def begin(self, charge: Charge, payer: Payer | None) -> CodeSent | Declined:
        if payer is None:
            raise ValueError("Edfali needs the customer's phone number")
        request = translate.begin_request(self._account, charge, payer)
        sent = await self._call(translate.BEGIN_METHOD, request)
        if isinstance(sent, Answer):
            return translate.read_begin(self._account, sent.status, sent.body)
        return unanswered.before_a_charge("Edfali", sent)

    async def confirm(
        self, charge: Charge, provider_reference: str, code: str
    ) -> Paid | Declined | Unknown:
        if not translate.may_be_a_code(code):
            return Declined(DeclineReason.WRONG_CODE, "not sent: a code of Edfali has four digits")
        request = translate.confirm_request(self._account, provider_reference, code)
        sent = await self._call(translate.CONFIRM_METHOD, request)
        if isinstance(sent, Answer):
            return translate.read_confirm(
                self._account, charge, provider_reference, sent.status, sent.body
            )
        return unanswered.to_a_charge("Edfali", sent)

    async def resend_code(self, charge: Charge, provider_reference: str) -> Declined:  # noqa: ARG002
        return Declined(DeclineReason.PROVIDER_UNAVAILABLE, "Edfali cannot send a code again")

    async def inquire(self, charge: Charge) -> Unknown:  # noqa: ARG002
        return Unknown("Edfali cannot be asked what became of a charge")

    def parse_notification(self, fields: Mapping[str, object]) -> str:  # noqa: ARG002
        raise ForgedNotification("Edfali sends no notifications")

    async def _call(self, method: str, body: bytes) -> Answer | NotSent | NoAnswer:
        return await send_once(
            self._session, self._account.url, body, soap.headers(method), self._account.limits
        )
