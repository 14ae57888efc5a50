"""FilterTransactions: the merchant's server asks what became of its payments."""

from collections.abc import Iterable
from datetime import date, datetime
from itertools import groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wasl_sandbox.clock import LIBYA
from wasl_sandbox.json_body import BadBody, number_field, read_object, text_field
from wasl_sandbox.moamalat.notification import PAYER_NAME
from wasl_sandbox.moamalat.secure_hash import api_hash, is_same_hash
from wasl_sandbox.moamalat.transactions import CardTransaction, Filter
from wasl_sandbox.sandbox import Sandbox


async def filter_transactions(sandbox: Sandbox, request: Request) -> Response:
    try:
        body = await read_object(request)
        if not _is_signed(sandbox, body):
            return _failure(401, "Authentication failed.")
        wanted = _filter(body)
        start = number_field(body, "DisplayStart", 0)
        length = number_field(body, "DisplayLength", 10)
    except BadBody as error:
        return _failure(400, str(error))
    date_time = text_field(body, "DateTimeLocalTrxn")
    if date_time in sandbox.cards.used_api_date_times:
        return JSONResponse(_answer("Duplicate DateTimeLocalTrxn", [], [], success=False))
    sandbox.cards.used_api_date_times.add(date_time)
    found = sandbox.cards.transactions.find(wanted)
    message = None if found else "Transaction not found"
    return JSONResponse(_answer(message, found, found[start : start + length]))


def _is_signed(sandbox: Sandbox, body: dict[str, Any]) -> bool:
    settings = sandbox.settings
    expected = api_hash(
        settings.moamalat_key_hex,
        date_time=text_field(body, "DateTimeLocalTrxn"),
        merchant_id=settings.moamalat_merchant_id,
        terminal_id=settings.moamalat_terminal_id,
    )
    return (
        is_same_hash(str(body.get("SecureHash")), expected)
        and str(body.get("MerchantId")) == settings.moamalat_merchant_id
        and str(body.get("TerminalId")) == settings.moamalat_terminal_id
    )


def _filter(body: dict[str, Any]) -> Filter:
    return Filter(
        merchant_reference=_optional(body, "MerchantReference"),
        network_reference=_optional(body, "NetworkReference"),
        first_day=_optional_day(body, "DateFrom"),
        last_day=_optional_day(body, "DateTo"),
    )


def _optional(body: dict[str, Any], name: str) -> str | None:
    return None if body.get(name) in (None, "") else text_field(body, name)


def _optional_day(body: dict[str, Any], name: str) -> date | None:
    text = _optional(body, name)
    if text is None:
        return None
    try:
        return datetime.strptime(text, "%Y%m%d").replace(tzinfo=LIBYA).date()
    except ValueError as error:
        raise BadBody(f"{name} is not a day (yyyyMMdd).") from error


def _failure(status: int, message: str) -> Response:
    return JSONResponse(
        {
            "Message": message,
            "StackTrace": None,
            "ExceptionType": "System.InvalidOperationException",
        },
        status,
    )


def _answer(
    message: str | None,
    found: list[CardTransaction],
    shown: list[CardTransaction],
    success: bool = True,
) -> dict[str, object]:
    days = groupby(shown, key=lambda t: t.local_time.strftime("%d/%m/%Y"))
    return {
        "Message": message,
        "Success": success,
        "TotalAmountAllTransaction": _total_minor(found),
        "TotalAmountTipsTransaction": 0 if found else None,
        "TotalCountAllTransaction": len(found),
        "Transactions": [_day(day, list(of_day)) for day, of_day in days],
    }


def _day(day: str, transactions: list[CardTransaction]) -> dict[str, object]:
    return {
        "Date": day,
        "DateTotalAmount": str(_total_minor(transactions)),
        "DateTransactions": [_transaction(t) for t in transactions],
    }


def _total_minor(transactions: Iterable[CardTransaction]) -> int:
    return sum(t.amount_minor for t in transactions if t.approved)


def _transaction(transaction: CardTransaction) -> dict[str, object]:
    amount = str(transaction.amount_minor)
    return {
        "Amnt": amount,
        "AmountTrxn": amount,
        "CardNo": transaction.card_masked,
        "Currency": "LYD",
        "MerchantReference": transaction.merchant_reference,
        "RRN": transaction.network_reference,
        "ReceiptNo": transaction.network_reference,
        "ResCodeDesc": transaction.description,
        "STAN": transaction.network_reference[-6:],
        "SenderName": PAYER_NAME,
        "Status": "Approved" if transaction.approved else "Declined",
        "TransType": "Sale",
        "TransactionChannel": "Card",
        "TransactionId": transaction.system_reference,
        "TxnDateTime": transaction.local_time.strftime("%d/%m/%y  %H:%M"),
    }
