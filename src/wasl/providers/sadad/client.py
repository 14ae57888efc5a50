"""Sadad's side of the checkout: ask for a code, pay with it, enquire where an answer is lost."""

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
from wasl.providers.sadad import answers, translate
from wasl.providers.sadad.account import SadadAccount
from wasl.providers.send_once import Answer, NoAnswer, NotSent, send_once, with_fresh_connections


class Sadad:
    method = Method.SADAD

    def __init__(self, account: SadadAccount, session: aiohttp.ClientSession) -> None:
        self.abilities = Abilities(
            sends_code=True,
            resends_code=True,
            inquires=True,
            needs_birth_year=True,
            code_digits=account.code_digits,
            amount_step_minor=translate.AMOUNT_STEP_MINOR,
        )
        self._account = account
        self._session = with_fresh_connections(session)

    async def begin(self, charge: Charge, payer: Payer | None) -> CodeSent | Declined:
        if payer is None:
            raise ValueError("Sadad needs the customer's phone number and birth year")
        request = translate.validate_request(self._account, charge, payer)
        if not translate.is_of_this_network(self._account, payer.phone):
            return Declined(DeclineReason.NOT_REGISTERED, "not sent: no number of Almadar")
        sent = await self._call("Validate", request)
        if isinstance(sent, Answer):
            return answers.read_validate(self._account, sent.status, sent.body)
        return unanswered.before_a_charge("Sadad", sent)

    async def confirm(
        self, charge: Charge, provider_reference: str, code: str
    ) -> Paid | Declined | Unknown:
        if not translate.may_be_a_code(self._account, code):
            return Declined(DeclineReason.WRONG_CODE, "not sent: no code of Sadad")
        sent = await self._call("Pay", translate.pay_request(provider_reference, code))
        if isinstance(sent, Answer):
            return answers.read_pay(
                self._account, charge, provider_reference, sent.status, sent.body
            )
        return unanswered.to_a_charge("Sadad", sent)

    async def resend_code(self, charge: Charge, provider_reference: str) -> CodeSent | Declined:  # noqa: ARG002
        sent = await self._call("otp-resend", translate.resend_request(provider_reference))
        if isinstance(sent, Answer):
            return answers.read_resend(self._account, provider_reference, sent.status, sent.body)
        return unanswered.before_a_charge("Sadad", sent)

    async def inquire(self, charge: Charge) -> Paid | Declined | Unknown:
        sent = await self._call("enquiry", translate.enquiry_request(charge))
        if isinstance(sent, Answer):
            return answers.read_enquiry(self._account, charge, sent.status, sent.body)
        return Unknown(f"Sadad: {sent.detail}")

    def parse_notification(self, fields: Mapping[str, object]) -> str:  # noqa: ARG002
        raise ForgedNotification("Sadad sends no notifications")

    async def _call(self, call: str, body: bytes) -> Answer | NotSent | NoAnswer:
        return await send_once(
            self._session,
            translate.call_url(self._account, call),
            body,
            translate.headers(self._account),
            self._account.limits,
        )
