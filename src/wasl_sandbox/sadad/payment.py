"""Validate sends a code, otp-resend another, Pay charges with it."""

from typing import Any, Final

from starlette.responses import Response

from wasl_sandbox.amounts import lyd_from_minor, minor_from_lyd
from wasl_sandbox.cut_connection import CutConnection
from wasl_sandbox.json_body import BadBody, text_field
from wasl_sandbox.outcomes import BIRTH_YEAR, Outcome
from wasl_sandbox.phones import phone_from_msisdn
from wasl_sandbox.sadad.answers import Refusal, accepted, refused
from wasl_sandbox.sandbox import Sandbox
from wasl_sandbox.wallet import Confirmation, WalletTransaction

_REFUSALS: Final = {
    Confirmation.WRONG_CODE: Refusal.WRONG_CODE,
    Confirmation.CODE_EXPIRED: Refusal.CODE_EXPIRED,
    Confirmation.BALANCE_TOO_LOW: Refusal.BALANCE_TOO_LOW,
    Confirmation.ALREADY_CONFIRMED: Refusal.ALREADY_PROCESSED,
}


def validate(sandbox: Sandbox, body: dict[str, Any]) -> Response:
    phone = _phone(body)
    amount_minor = _amount_minor(body)
    invoice = text_field(body, "InvoiceNo")
    birth_year = text_field(body, "BirthYear")
    _require_category(body)
    outcome = sandbox.sadad.outcome_of(phone)
    if outcome is Outcome.DOWN:
        return sandbox.outages.answer(phone)
    if outcome is Outcome.REFUSED_AT_ONCE:
        return _refused(sandbox, Refusal.NOT_REGISTERED)
    if birth_year != BIRTH_YEAR:
        return _refused(sandbox, Refusal.WRONG_BIRTH_YEAR)
    if amount_minor > sandbox.settings.wallet_limit_minor:
        return _refused(sandbox, Refusal.OVER_LIMIT)
    return _code_sent(sandbox.sadad.open(phone, amount_minor, invoice))


def pay(sandbox: Sandbox, body: dict[str, Any]) -> Response:
    code = text_field(body, "OTP")
    transaction = sandbox.sadad.find(text_field(body, "TransactionId"))
    if transaction is None:
        return _refused(sandbox, Refusal.TRANSACTION_NOT_FOUND)
    confirmation = sandbox.sadad.confirm(transaction, code)
    if confirmation is Confirmation.ANSWER_LOST:
        return CutConnection()
    if confirmation is Confirmation.PAID:
        return _paid(transaction)
    return _refused(sandbox, _REFUSALS[confirmation])


def resend_code(sandbox: Sandbox, body: dict[str, Any]) -> Response:
    transaction = sandbox.sadad.find(text_field(body, "TransactionId"))
    if transaction is None:
        return _refused(sandbox, Refusal.TRANSACTION_NOT_FOUND)
    if transaction.confirmed:
        return _refused(sandbox, Refusal.ALREADY_PROCESSED)
    sandbox.sadad.send_code_again(transaction)
    return _code_sent(transaction)


def _code_sent(transaction: WalletTransaction) -> Response:
    return accepted({"transactionId": int(transaction.id)})


def _paid(transaction: WalletTransaction) -> Response:
    return accepted(
        {
            "transactionId": int(transaction.id),
            "invoiceNo": transaction.reference,
            "amount": lyd_from_minor(transaction.amount_minor),
        }
    )


def _refused(sandbox: Sandbox, refusal: Refusal) -> Response:
    return refused(refusal, sandbox.settings.sadad_refusal_http_status)


def _phone(body: dict[str, Any]) -> str:
    phone = phone_from_msisdn(text_field(body, "Msisdn"))
    if phone is None:
        raise BadBody("Msisdn is not a number of Almadar.")
    return phone


def _amount_minor(body: dict[str, Any]) -> int:
    amount_minor = minor_from_lyd(body.get("Amount"))
    if amount_minor is None:
        raise BadBody("Amount is not a positive number with at most two decimals.")
    return amount_minor


def _require_category(body: dict[str, Any]) -> None:
    category = body.get("Category")
    if isinstance(category, bool) or not isinstance(category, int):
        raise BadBody("Category is not an integer.")
