"""The card form in its frame, and the two calls it makes."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wasl_sandbox.json_body import BadBody, read_object, text_field
from wasl_sandbox.moamalat.card_payments import FormAnswer, FormResult, Purchase
from wasl_sandbox.moamalat.notification import PAYER_NAME
from wasl_sandbox.moamalat.secure_hash import (
    CURRENCY_CODE,
    is_same_hash,
    lightbox_hash,
    notification_hash,
)
from wasl_sandbox.moamalat.transactions import CardTransaction
from wasl_sandbox.sandbox import Sandbox
from wasl_sandbox.settings import SandboxSettings
from wasl_sandbox.static_files import static_file


async def show_form(sandbox: Sandbox, request: Request) -> Response:
    """The page of a purchase that is not signed has no form; its script reports the error."""
    try:
        _signed_purchase(sandbox.settings, dict(request.query_params))
    except BadBody:
        return static_file("authentication_failed.html")
    return static_file("card_form.html")


async def take_card(sandbox: Sandbox, request: Request) -> Response:
    try:
        body = await read_object(request)
        purchase = _signed_purchase(sandbox.settings, body)
        result = sandbox.cards.enter_card(
            purchase, text_field(body, "card"), text_field(body, "expiry")
        )
    except BadBody as error:
        return JSONResponse({"message": str(error)}, 422)
    return form_answer(sandbox.settings, result)


async def take_code(sandbox: Sandbox, request: Request) -> Response:
    try:
        body = await read_object(request)
        purchase = _signed_purchase(sandbox.settings, body)
        result = sandbox.cards.enter_code(
            purchase, text_field(body, "card"), text_field(body, "code")
        )
    except BadBody as error:
        return JSONResponse({"message": str(error)}, 422)
    return form_answer(sandbox.settings, result)


def form_answer(settings: SandboxSettings, result: FormResult) -> Response:
    """What the frame is told, and passes on to the page; never more than a browser may know."""
    told = result.answer in (FormAnswer.APPROVED, FormAnswer.DECLINED)
    data = _data(settings, result.transaction) if told and result.transaction else None
    return JSONResponse({"outcome": result.answer, "data": data})


def _data(settings: SandboxSettings, transaction: CardTransaction) -> dict[str, object]:
    return _complete_data(settings, transaction) if transaction.approved else _error(transaction)


def _complete_data(settings: SandboxSettings, transaction: CardTransaction) -> dict[str, object]:
    amount = str(transaction.amount_minor)
    date_time = transaction.local_time.strftime("%y%m%d%H%M%S")
    return {
        "TxnDate": date_time,
        "SystemReference": transaction.system_reference,
        "NetworkReference": transaction.network_reference,
        "MerchantReference": transaction.merchant_reference,
        "Amount": amount,
        "Currency": CURRENCY_CODE,
        "PaidThrough": "Card",
        "PayerAccount": transaction.card_masked,
        "PayerName": PAYER_NAME,
        # What the real one signs here is not public; nobody can check it.
        "SecureHash": notification_hash(
            settings.moamalat_key_hex,
            amount=amount,
            date_time=date_time,
            merchant_id=settings.moamalat_merchant_id,
            terminal_id=settings.moamalat_terminal_id,
        ),
    }


def _error(transaction: CardTransaction) -> dict[str, object]:
    """The script adds what else an error carries: it has the purchase at hand."""
    return {"error": f"Declined:{transaction.description}"}


def _signed_purchase(settings: SandboxSettings, values: dict[str, Any]) -> Purchase:
    """Of the values given to Lightbox.Checkout.configure."""
    amount = text_field(values, "AmountTrxn")
    reference = str(values.get("MerchantReference", ""))
    expected = lightbox_hash(
        settings.moamalat_key_hex,
        amount=amount,
        date_time=text_field(values, "TrxDateTime"),
        merchant_id=settings.moamalat_merchant_id,
        merchant_reference=reference,
        terminal_id=settings.moamalat_terminal_id,
    )
    if not (
        is_same_hash(text_field(values, "SecureHash"), expected)
        and text_field(values, "MID") == settings.moamalat_merchant_id
        and text_field(values, "TID") == settings.moamalat_terminal_id
    ):
        raise BadBody("Authentication Failed")
    if not (amount.isascii() and amount.isdigit()) or int(amount) == 0:
        raise BadBody("AmountTrxn is not a positive whole number.")
    return Purchase(reference, int(amount))
