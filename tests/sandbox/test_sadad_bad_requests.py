"""What a client of Sadad may get wrong."""

from typing import Any

import httpx
import pytest

from tests.sandbox.sadad_client import HEADERS, call, refusal, validate


@pytest.mark.parametrize(
    "change",
    [
        {"Amount": 25.505},
        {"Amount": 0},
        {"Amount": -1},
        {"Amount": "many"},
        {"Amount": True},
        {"Msisdn": "+218910000001"},
        {"Msisdn": "0920000001"},
        {"InvoiceNo": ""},
        {"BirthYear": None},
        {"Category": "shoes"},
    ],
)
def test_a_malformed_field_is_refused(sandbox: httpx.Client, change: dict[str, Any]) -> None:
    answer = validate(sandbox, **change)
    assert answer.status_code == 400
    assert answer.json()["statusCode"] == 1
    assert answer.json()["message"].startswith(f"Invalid request: {next(iter(change))} is ")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff"])
def test_what_is_no_json_object_is_refused(sandbox: httpx.Client, body: bytes) -> None:
    answer = sandbox.post("/api/Pay", content=body, headers=HEADERS)
    assert (answer.status_code, answer.json()["statusCode"]) == (400, 1)


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}])
@pytest.mark.parametrize("name", ["Validate", "Pay", "otp-resend", "enquiry"])
def test_nothing_is_answered_without_the_token(
    sandbox: httpx.Client, name: str, headers: dict[str, str]
) -> None:
    answer = sandbox.post(f"/api/{name}", json={}, headers=headers)
    assert (answer.status_code, answer.json()) == (401, refusal(2, "Unauthorized"))


@pytest.mark.parametrize("name", ["Pay", "otp-resend"])
def test_an_unknown_transaction_is_not_found(sandbox: httpx.Client, name: str) -> None:
    answer = call(sandbox, name, TransactionId=1, OTP="111111").json()
    assert answer == refusal(21, "Transaction not found")
