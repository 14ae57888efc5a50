"""Sadad on the wire: every row of the table of test values, codes and repeats."""

import httpx
import pytest

from tests.sandbox.running import advance, charges, running_sandbox
from tests.sandbox.sadad_client import (
    NOT_FOUND,
    NOT_PAID,
    call,
    enquire,
    pay,
    refusal,
    transaction_id,
    validate,
)
from tests.support.http import http_client
from wasl_sandbox import SandboxSettings


def test_approved_charges_and_says_so(sandbox: httpx.Client) -> None:
    transaction = transaction_id(sandbox)
    assert charges(sandbox) == []
    answer = pay(sandbox, transaction)
    assert answer.status_code == 200
    assert answer.json() == {
        "statusCode": 0,
        "message": "Success",
        "result": {"transactionId": transaction, "invoiceNo": "invoice-1", "amount": 25.5},
    }
    (charge,) = charges(sandbox)
    assert charge.pop("charged_at").endswith("+00:00")
    assert charge == {
        "provider": "sadad",
        "reference": "invoice-1",
        "provider_reference": str(transaction),
        "amount_minor": 25_500,
        "payer_masked": "09*****001",
    }


def test_an_enquiry_tells_what_was_paid(sandbox: httpx.Client) -> None:
    assert enquire(sandbox) == NOT_FOUND
    transaction = transaction_id(sandbox)
    assert enquire(sandbox) == NOT_PAID
    pay(sandbox, transaction)
    assert enquire(sandbox) == {
        "statusCode": 0,
        "message": "Success",
        "result": {
            "transactionId": transaction,
            "invoiceNo": "invoice-1",
            "status": "Paid",
            "amount": 25.5,
            "msisdn": "09*****001",
        },
    }


def test_balance_too_low_is_told_after_the_right_code(sandbox: httpx.Client) -> None:
    transaction = transaction_id(sandbox, "0910000002")
    assert pay(sandbox, transaction).json() == refusal(24, "Insufficient balance")
    assert charges(sandbox) == []
    assert enquire(sandbox) == NOT_PAID


@pytest.mark.parametrize("phone", ["0910000003", "0912345678", "0930000001"])
def test_a_number_that_is_not_registered_gets_no_code(sandbox: httpx.Client, phone: str) -> None:
    assert validate(sandbox, phone).json() == refusal(11, "Subscriber is not registered")
    assert enquire(sandbox) == NOT_FOUND


def test_charged_but_the_answer_is_lost(sandbox: httpx.Client) -> None:
    transaction = transaction_id(sandbox, "0910000004")
    with pytest.raises(httpx.RemoteProtocolError, match="disconnected without sending"):
        pay(sandbox, transaction)
    assert len(charges(sandbox, "invoice-1")) == 1
    assert enquire(sandbox)["result"]["status"] == "Paid"


def test_not_charged_and_the_answer_is_lost(sandbox: httpx.Client) -> None:
    transaction = transaction_id(sandbox, "0910000005")
    with pytest.raises(httpx.RemoteProtocolError):
        pay(sandbox, transaction)
    assert charges(sandbox) == []
    assert enquire(sandbox) == NOT_PAID


def test_a_late_charge_is_found_only_after_its_time(sandbox: httpx.Client) -> None:
    transaction = transaction_id(sandbox, "0910000006")
    with pytest.raises(httpx.RemoteProtocolError):
        pay(sandbox, transaction)
    assert charges(sandbox) == []
    assert enquire(sandbox) == NOT_PAID
    advance(sandbox, 29)
    assert enquire(sandbox) == NOT_PAID
    advance(sandbox, 1)
    assert enquire(sandbox)["result"]["amount"] == 25.5
    assert len(charges(sandbox, "invoice-1")) == 1


def test_a_provider_that_is_down_answers_503_and_breaks_off_in_turn(sandbox: httpx.Client) -> None:
    for _ in range(2):
        assert validate(sandbox, "0910000007").status_code == 503
        with pytest.raises(httpx.ReadError):
            validate(sandbox, "0910000007")
    assert validate(sandbox, "0910000001").json()["statusCode"] == 0


def test_numbers_of_the_approved_range_are_approved(sandbox: httpx.Client) -> None:
    for phone in ("0911000000", "0911999999"):
        assert pay(sandbox, transaction_id(sandbox, phone, phone)).json()["statusCode"] == 0
    assert len(charges(sandbox)) == 2


def test_wrong_and_expired_codes_charge_nothing_and_leave_the_right_one_usable(
    sandbox: httpx.Client,
) -> None:
    transaction = transaction_id(sandbox)
    assert pay(sandbox, transaction, "123456").json() == refusal(22, "Wrong OTP")
    assert pay(sandbox, transaction, "000000").json() == refusal(23, "OTP expired")
    assert charges(sandbox) == []
    assert pay(sandbox, transaction).json()["statusCode"] == 0


def test_a_code_expires_after_ten_minutes_and_a_new_one_helps(sandbox: httpx.Client) -> None:
    transaction = transaction_id(sandbox)
    advance(sandbox, 601)
    assert pay(sandbox, transaction).json() == refusal(23, "OTP expired")
    again = call(sandbox, "otp-resend", TransactionId=transaction)
    assert again.json() == {
        "statusCode": 0,
        "message": "Success",
        "result": {"transactionId": transaction},
    }
    assert pay(sandbox, transaction).json()["statusCode"] == 0


def test_a_confirmation_sent_again_never_charges_again(sandbox: httpx.Client) -> None:
    transaction = transaction_id(sandbox)
    pay(sandbox, transaction)
    already = refusal(25, "Transaction already processed")
    assert pay(sandbox, transaction).json() == already
    assert call(sandbox, "otp-resend", TransactionId=transaction).json() == already
    assert len(charges(sandbox)) == 1


def test_two_transactions_of_one_invoice_are_two_charges(sandbox: httpx.Client) -> None:
    first, second = transaction_id(sandbox), transaction_id(sandbox)
    assert first != second
    pay(sandbox, second)
    pay(sandbox, first)
    assert len(charges(sandbox, "invoice-1")) == 2
    assert enquire(sandbox)["result"]["transactionId"] == second


@pytest.mark.parametrize("msisdn", ["0910000001", "910000001"])
def test_both_spellings_of_a_number_are_taken(sandbox: httpx.Client, msisdn: str) -> None:
    transaction = transaction_id(sandbox, msisdn)
    assert pay(sandbox, str(transaction)).json()["statusCode"] == 0


def test_another_birth_year_is_wrong(sandbox: httpx.Client) -> None:
    assert validate(sandbox, BirthYear=1991).json() == refusal(12, "Wrong birth year")
    assert validate(sandbox, BirthYear=1990).json()["statusCode"] == 0


def test_an_amount_over_the_limit_is_refused(sandbox: httpx.Client) -> None:
    refused = validate(sandbox, Amount=100_000.01).json()
    assert refused == refusal(13, "Amount exceeds the limit")


def test_refusals_can_come_with_another_http_status() -> None:
    settings = SandboxSettings(sadad_refusal_http_status=400)
    with running_sandbox(settings) as other, http_client(other.url) as client:
        answer = validate(client, "0910000003")
        assert (answer.status_code, answer.json()["statusCode"]) == (400, 11)
