"""Sadad's answers: `statusCode` 0 is success, everything else a refusal.

The real table of codes is not public. These are the sandbox's own; only 0 may be relied on.
"""

from enum import Enum

from starlette.responses import JSONResponse


class Refusal(Enum):
    INVALID_REQUEST = (1, "Invalid request")
    UNAUTHORIZED = (2, "Unauthorized")
    NOT_REGISTERED = (11, "Subscriber is not registered")
    WRONG_BIRTH_YEAR = (12, "Wrong birth year")
    OVER_LIMIT = (13, "Amount exceeds the limit")
    TRANSACTION_NOT_FOUND = (21, "Transaction not found")
    WRONG_CODE = (22, "Wrong OTP")
    CODE_EXPIRED = (23, "OTP expired")
    BALANCE_TOO_LOW = (24, "Insufficient balance")
    ALREADY_PROCESSED = (25, "Transaction already processed")
    INVOICE_NOT_FOUND = (31, "Invoice not found")
    INVOICE_NOT_PAID = (32, "Invoice not paid")


def accepted(result: dict[str, object]) -> JSONResponse:
    return JSONResponse({"statusCode": 0, "message": "Success", "result": result})


def refused(refusal: Refusal, http_status: int, detail: str | None = None) -> JSONResponse:
    code, words = refusal.value
    message = words if detail is None else f"{words}: {detail}"
    return JSONResponse({"statusCode": code, "message": message, "result": None}, http_status)
