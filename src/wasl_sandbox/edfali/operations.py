"""DoPTrans sends a code, OnlineConfTrans charges with it. Both answer with one word."""

from enum import StrEnum
from typing import Final

from starlette.responses import Response

from wasl_sandbox.amounts import minor_from_lyd
from wasl_sandbox.cut_connection import CutConnection
from wasl_sandbox.edfali.soap import Call, result
from wasl_sandbox.outcomes import Outcome
from wasl_sandbox.phones import phone_from_cmobile
from wasl_sandbox.sandbox import Sandbox
from wasl_sandbox.wallet import Confirmation


class Word(StrEnum):
    """The pin of a confirmation is the customer's code, so a wrong code is a wrong pin.

    Which word a late code gets is not public; `TIME` is a choice.
    """

    OK = "OK"
    WRONG_SERVICE_PASSWORD = "PW1"
    WRONG_PIN = "PW"
    UNKNOWN_MERCHANT = "ACC"
    OVER_LIMIT = "LIMIT"
    WRONG_AMOUNT = "AMT"
    NOT_REGISTERED = ""
    BALANCE_TOO_LOW = "BAL"
    CODE_OR_SESSION_EXPIRED = "TIME"
    ALREADY_CONFIRMED = "DUP"


_WORDS: Final = {
    Confirmation.PAID: Word.OK,
    Confirmation.WRONG_CODE: Word.WRONG_PIN,
    Confirmation.CODE_EXPIRED: Word.CODE_OR_SESSION_EXPIRED,
    Confirmation.BALANCE_TOO_LOW: Word.BALANCE_TOO_LOW,
    Confirmation.ALREADY_CONFIRMED: Word.ALREADY_CONFIRMED,
}


def begin_transaction(sandbox: Sandbox, call: Call) -> Response:
    """DoPTrans"""
    refusal = _refused_merchant(sandbox, call, pin=call.arguments.get("Pin"))
    if refusal is not None:
        return result(call.method, refusal)
    phone = phone_from_cmobile(call.arguments.get("Cmobile", ""))
    amount_minor = minor_from_lyd(call.arguments.get("Amount"))
    outcome = Outcome.REFUSED_AT_ONCE if phone is None else sandbox.edfali.outcome_of(phone)
    if phone is None or outcome is Outcome.REFUSED_AT_ONCE:
        return result(call.method, Word.NOT_REGISTERED)
    if outcome is Outcome.DOWN:
        return sandbox.outages.answer(phone)
    if amount_minor is None:
        return result(call.method, Word.WRONG_AMOUNT)
    if amount_minor > sandbox.settings.wallet_limit_minor:
        return result(call.method, Word.OVER_LIMIT)
    return result(call.method, sandbox.edfali.open(phone, amount_minor, None).id)


def confirm_transaction(sandbox: Sandbox, call: Call) -> Response:
    """OnlineConfTrans: its Pin is the customer's code, so the merchant's is not asked."""
    refusal = _refused_merchant(sandbox, call, pin=sandbox.settings.edfali_merchant_pin)
    if refusal is not None:
        return result(call.method, refusal)
    transaction = sandbox.edfali.find(call.arguments.get("sessionID", ""))
    if transaction is None:
        return result(call.method, Word.CODE_OR_SESSION_EXPIRED)
    confirmation = sandbox.edfali.confirm(transaction, call.arguments.get("Pin", ""))
    if confirmation is Confirmation.ANSWER_LOST:
        return CutConnection()
    return result(call.method, _WORDS[confirmation])


def _refused_merchant(sandbox: Sandbox, call: Call, pin: str | None) -> Word | None:
    settings = sandbox.settings
    if call.arguments.get("PW") != settings.edfali_service_password:
        return Word.WRONG_SERVICE_PASSWORD
    if call.arguments.get("Mobile") != settings.edfali_merchant_mobile:
        return Word.UNKNOWN_MERCHANT
    if pin != settings.edfali_merchant_pin:
        return Word.WRONG_PIN
    return None
