"""Speaks to Sadad as any client would: nothing here is shared with our adapter."""

from typing import Any

import httpx

from tests.sandbox.running import SETTINGS

HEADERS = {"Authorization": f"Bearer {SETTINGS.sadad_token}"}


def call(sandbox: httpx.Client, name: str, **body: object) -> httpx.Response:
    return sandbox.post(f"/api/{name}", json=body, headers=HEADERS)


def validate(
    sandbox: httpx.Client,
    phone: str = "0910000001",
    invoice: str = "invoice-1",
    **changes: object,
) -> httpx.Response:
    body: dict[str, Any] = {
        "Msisdn": phone,
        "BirthYear": "1990",
        "InvoiceNo": invoice,
        "Amount": 25.5,
        "Category": 20,
    }
    return call(sandbox, "Validate", **body | changes)


def transaction_id(
    sandbox: httpx.Client, phone: str = "0910000001", invoice: str = "invoice-1"
) -> int:
    answer = validate(sandbox, phone, invoice).json()
    assert answer["statusCode"] == 0, answer
    found: int = answer["result"]["transactionId"]
    return found


def pay(sandbox: httpx.Client, transaction: int | str, code: str = "111111") -> httpx.Response:
    return call(sandbox, "Pay", TransactionId=transaction, OTP=code)


def enquire(sandbox: httpx.Client, invoice: str = "invoice-1") -> dict[str, Any]:
    answer: dict[str, Any] = call(sandbox, "enquiry", InvoiceNo=invoice).json()
    return answer


def refusal(code: int, message: str) -> dict[str, Any]:
    return {"statusCode": code, "message": message, "result": None}


NOT_PAID = refusal(32, "Invoice not paid")
NOT_FOUND = refusal(31, "Invoice not found")
