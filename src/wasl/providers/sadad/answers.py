"""What Sadad's answers mean. No I/O.

`statusCode` 0 is success. Every other code comes from a table nobody published, so what it
means is read from the account's own table or from the words beside it. Before a code is paid
with, an unreadable refusal is still a refusal; after that it is Unknown.
"""

from decimal import Decimal
from http import HTTPStatus
from typing import Final

import msgspec

from wasl.domain.attempt import DeclineReason
from wasl.domain.money import MINOR_UNITS_PER_DINAR
from wasl.provider_interface import Charge, CodeSent, Declined, Paid, Unknown
from wasl.providers.sadad.account import SadadAccount
from wasl.providers.sadad.transaction_id import reference_of
from wasl.providers.safe_text import readable

# A refusal may come with either.
_READABLE_STATUSES: Final = (HTTPStatus.OK, HTTPStatus.BAD_REQUEST)


class _Result(msgspec.Struct, rename="camel"):
    transaction_id: int | str | None = None
    invoice_no: int | str | None = None
    amount: Decimal | None = None
    status: str | None = None


class _Answer(msgspec.Struct, rename="camel"):
    status_code: int
    result: _Result | str | None = None
    message: str | None = None

    @property
    def text(self) -> str:
        said = self.result if isinstance(self.result, str) else ""
        return said or self.message or ""

    @property
    def described(self) -> str:
        return f"Sadad answered {self.status_code}: {readable(self.text)}"


class _Unreadable(Exception):
    """`str` says why, for the operator."""


def read_validate(account: SadadAccount, status: int, body: bytes) -> CodeSent | Declined:
    return _read_code_sent(account, None, status, body)


def read_resend(
    account: SadadAccount, provider_reference: str, status: int, body: bytes
) -> CodeSent | Declined:
    """The same transaction goes on; a new id counts where one is given."""
    return _read_code_sent(account, provider_reference, status, body)


def read_pay(
    account: SadadAccount, charge: Charge, provider_reference: str, status: int, body: bytes
) -> Paid | Declined | Unknown:
    """Whether the answer tells an amount is unknown; where it does, it must be the charge's."""
    if status == HTTPStatus.UNAUTHORIZED:
        return _token_refused()
    try:
        answer = _decode(status, body)
    except _Unreadable as error:
        return Unknown(str(error))
    if answer.status_code != 0:
        reason = _reason(account, answer)
        return Declined(reason, answer.described) if reason else Unknown(answer.described)
    told = answer.result if isinstance(answer.result, _Result) else _Result()
    contradiction = _contradiction(told, charge, provider_reference)
    if contradiction:
        return Unknown(contradiction)
    return Paid(provider_reference, charge.amount_minor)


def read_enquiry(
    account: SadadAccount, charge: Charge, status: int, body: bytes
) -> Paid | Declined | Unknown:
    """Its answer is not documented: everything has to be there and to fit, or it is Unknown."""
    try:
        answer = _decode(status, body)
    except _Unreadable as error:
        return Unknown(str(error))
    if answer.status_code != 0:
        return _nothing_found(account, answer)
    told = answer.result
    if not isinstance(told, _Result) or not told.transaction_id or told.status is None:
        return Unknown("Sadad's answer to an enquiry lacks what it must tell")
    if told.amount is None or told.invoice_no is None:
        return Unknown("Sadad's answer to an enquiry tells no amount or no invoice")
    if told.status.casefold() not in account.enquiry_paid_words:
        return Unknown(f"Sadad says the invoice is {readable(told.status)!r}")
    reference = reference_of(told.transaction_id)
    contradiction = _contradiction(told, charge, reference)
    return Unknown(contradiction) if contradiction else Paid(reference, charge.amount_minor)


def _read_code_sent(
    account: SadadAccount, known_reference: str | None, status: int, body: bytes
) -> CodeSent | Declined:
    if status == HTTPStatus.UNAUTHORIZED:
        return _token_refused()
    try:
        answer = _decode(status, body)
    except _Unreadable as error:
        return Declined(DeclineReason.PROVIDER_UNAVAILABLE, str(error))
    if answer.status_code != 0:
        return Declined(_reason(account, answer) or DeclineReason.DECLINED, answer.described)
    told = answer.result.transaction_id if isinstance(answer.result, _Result) else None
    reference = reference_of(told) if told else known_reference
    if reference is None:
        return Declined(DeclineReason.PROVIDER_UNAVAILABLE, "Sadad gave no transaction id")
    return CodeSent(reference)


def _decode(status: int, body: bytes) -> _Answer:
    if status not in _READABLE_STATUSES:
        raise _Unreadable(f"Sadad answered HTTP {status}")
    try:
        answer = msgspec.json.decode(body, type=_Answer)
    except (ValueError, RecursionError):  # msgspec's own errors, bad UTF-8, endless nesting
        raise _Unreadable("Sadad's answer is malformed") from None
    if answer.status_code == 0 and status != HTTPStatus.OK:
        raise _Unreadable(f"Sadad answered success with HTTP {status}")
    return answer


def _reason(account: SadadAccount, answer: _Answer) -> DeclineReason | None:
    by_code = account.refusal_codes.get(answer.status_code)
    if by_code is not None:
        return by_code
    text = answer.text.casefold()
    return next((why for phrase, why in account.refusal_phrases if phrase in text), None)


def _nothing_found(account: SadadAccount, answer: _Answer) -> Declined | Unknown:
    text = answer.text.casefold()
    if any(phrase in text for phrase in account.enquiry_nothing_found_phrases):
        return Declined(DeclineReason.NOTHING_FOUND, answer.described)
    return Unknown(answer.described)


def _contradiction(told: _Result, charge: Charge, provider_reference: str) -> str | None:
    if told.amount is not None and not _is_amount_of(charge, told.amount):
        return "Sadad says paid, with another amount than the charge"
    if told.invoice_no is not None and str(told.invoice_no) != charge.reference:
        return "Sadad says paid, for another invoice"
    if told.transaction_id and reference_of(told.transaction_id) != provider_reference:
        return "Sadad says paid, for another transaction"
    return None


def _is_amount_of(charge: Charge, dinars: Decimal) -> bool:
    return dinars.is_finite() and dinars == Decimal(charge.amount_minor) / MINOR_UNITS_PER_DINAR


def _token_refused() -> Declined:
    return Declined(DeclineReason.MISCONFIGURED, "Sadad refused our token")
