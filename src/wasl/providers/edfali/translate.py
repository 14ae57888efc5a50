"""Between our charges and Edfali's DoPTrans and OnlineConfTrans. No I/O."""

import re
from http import HTTPStatus
from typing import Final

from wasl.domain.attempt import DeclineReason
from wasl.domain.money import MINOR_UNITS_PER_DINAR
from wasl.provider_interface import Charge, CodeSent, Declined, Paid, Payer, Unknown
from wasl.providers.edfali import soap
from wasl.providers.edfali.account import CmobileFormat, EdfaliAccount
from wasl.providers.phone_spelling import national

BEGIN_METHOD: Final = "DoPTrans"
CONFIRM_METHOD: Final = "OnlineConfTrans"
CODE_DIGITS: Final = 4
AMOUNT_STEP_MINOR: Final = 10

_CODE: Final = re.compile(rf"[0-9]{{{CODE_DIGITS}}}")
_ERROR_WORD: Final = re.compile(r"[A-Za-z]{1,16}[0-9]?")


def begin_request(account: EdfaliAccount, charge: Charge, payer: Payer) -> bytes:
    return soap.envelope(
        BEGIN_METHOD,
        {
            "Mobile": account.mobile,
            "Pin": account.pin,
            "Cmobile": cmobile(payer.phone, account.cmobile_format),
            "Amount": amount_text(charge.amount_minor),
            "PW": account.service_password,
        },
    )


def confirm_request(account: EdfaliAccount, session_id: str, code: str) -> bytes:
    return soap.envelope(
        CONFIRM_METHOD,
        {
            "Mobile": account.mobile,
            "Pin": code,
            "sessionID": session_id,
            "PW": account.service_password,
        },
    )


def cmobile(phone: str, spelling: CmobileFormat) -> str:
    number = national(phone)
    return f"+218{number}" if spelling is CmobileFormat.INTERNATIONAL else number


def amount_text(amount_minor: int) -> str:
    """In dinars with two decimals."""
    if amount_minor % AMOUNT_STEP_MINOR:
        raise ValueError(f"Edfali cannot charge {amount_minor}: it takes two decimals")
    dinars, rest_minor = divmod(amount_minor, MINOR_UNITS_PER_DINAR)
    return f"{dinars}.{rest_minor // AMOUNT_STEP_MINOR:02}"


def may_be_a_code(code: str) -> bool:
    return _CODE.fullmatch(code) is not None


def read_begin(account: EdfaliAccount, status: int, body: bytes) -> CodeSent | Declined:
    """No money can move yet, so whatever is not a session id is a refusal."""
    if status != HTTPStatus.OK:
        return Declined(DeclineReason.PROVIDER_UNAVAILABLE, f"Edfali answered HTTP {status}")
    try:
        word = soap.result(BEGIN_METHOD, body)
    except soap.MalformedAnswer:
        return Declined(DeclineReason.PROVIDER_UNAVAILABLE, "Edfali's answer is malformed")
    reason = account.begin_words.get(word.upper())
    if reason is None and re.fullmatch(account.session_id_pattern, word):
        return CodeSent(provider_reference=word)
    return Declined(reason or DeclineReason.PROVIDER_UNAVAILABLE, _answered(word))


def read_confirm(
    account: EdfaliAccount, charge: Charge, session_id: str, status: int, body: bytes
) -> Paid | Declined | Unknown:
    """The answer tells no amount: the session was opened for the charge's."""
    if status != HTTPStatus.OK:
        return Unknown(f"Edfali answered HTTP {status}")
    try:
        word = soap.result(CONFIRM_METHOD, body)
    except soap.MalformedAnswer:
        return Unknown("Edfali's answer is malformed")
    if word == "OK":
        return Paid(provider_reference=session_id, amount_minor=charge.amount_minor)
    reason = account.confirm_words.get(word.upper())
    return Declined(reason, _answered(word)) if reason else Unknown(_answered(word))


def _answered(word: str) -> str:
    """Error words are short; anything longer may repeat a number or a password."""
    return f"Edfali answered {word if _ERROR_WORD.fullmatch(word) else 'no known word'!r}"
