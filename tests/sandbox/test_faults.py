"""Faults that a test orders, for the next calls of one operation."""

import json
import time
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.sandbox import edfali_client, moamalat_client, sadad_client
from tests.sandbox.running import charges, order_fault


def test_a_slow_answer_comes_whole_after_its_time(sandbox: httpx.Client) -> None:
    transaction = sadad_client.transaction_id(sandbox)
    order_fault(sandbox, "sadad", "Pay", kind="slow", seconds=0.3)
    began = time.monotonic()
    assert sadad_client.pay(sandbox, transaction).json()["statusCode"] == 0
    assert time.monotonic() - began >= 0.3


def test_a_client_that_gives_up_on_a_slow_answer_was_charged(sandbox: httpx.Client) -> None:
    transaction = sadad_client.transaction_id(sandbox)
    order_fault(sandbox, "sadad", "Pay", kind="slow", seconds=0.5)
    sandbox.timeout = httpx.Timeout(0.1)
    with pytest.raises(httpx.ReadTimeout):
        sadad_client.pay(sandbox, transaction)
    assert len(charges(sandbox)) == 1


def test_a_cut_call_did_its_work(sandbox: httpx.Client) -> None:
    transaction = sadad_client.transaction_id(sandbox)
    order_fault(sandbox, "sadad", "Pay", kind="cut")
    with pytest.raises(httpx.RemoteProtocolError):
        sadad_client.pay(sandbox, transaction)
    assert len(charges(sandbox)) == 1


def test_without_effect_a_cut_call_did_nothing(sandbox: httpx.Client) -> None:
    transaction = sadad_client.transaction_id(sandbox)
    order_fault(sandbox, "sadad", "Pay", kind="cut", effect=False)
    with pytest.raises(httpx.RemoteProtocolError):
        sadad_client.pay(sandbox, transaction)
    assert charges(sandbox) == []
    assert sadad_client.pay(sandbox, transaction).json()["statusCode"] == 0


@pytest.mark.parametrize("effect", [True, False])
def test_an_error_500_with_and_without_effect(sandbox: httpx.Client, effect: bool) -> None:
    transaction = sadad_client.transaction_id(sandbox)
    order_fault(sandbox, "sadad", "Pay", kind="http_500", effect=effect)
    assert sadad_client.pay(sandbox, transaction).status_code == 500
    assert len(charges(sandbox)) == int(effect)


@pytest.mark.parametrize("kind", ["malformed", "wrong_amount", "http_500"])
def test_an_answer_that_is_lost_anyway_stays_lost(sandbox: httpx.Client, kind: str) -> None:
    transaction = sadad_client.transaction_id(sandbox, phone="0910000004")
    order_fault(sandbox, "sadad", "Pay", kind=kind)
    with pytest.raises(httpx.RemoteProtocolError):
        sadad_client.pay(sandbox, transaction)
    assert len(charges(sandbox)) == 1


def test_malformed_json_is_half_an_answer(sandbox: httpx.Client) -> None:
    moamalat_client.pay(sandbox)
    order_fault(sandbox, "moamalat", "FilterTransactions", kind="malformed")
    answer = moamalat_client.post_filter(sandbox)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    with pytest.raises(json.JSONDecodeError):
        answer.json()
    assert len(moamalat_client.transactions(sandbox)) == 1


def test_malformed_xml_is_half_an_answer(sandbox: httpx.Client) -> None:
    session = edfali_client.begin(sandbox)
    order_fault(sandbox, "edfali", "OnlineConfTrans", kind="malformed")
    with pytest.raises(ET.ParseError):
        edfali_client.confirm(sandbox, session)
    assert len(charges(sandbox, session)) == 1


def test_a_wrong_amount_is_one_dinar_more(sandbox: httpx.Client) -> None:
    transaction = sadad_client.transaction_id(sandbox)
    moamalat_client.pay(sandbox)
    for provider, operation in [
        ("sadad", "Pay"),
        ("sadad", "enquiry"),
        ("moamalat", "FilterTransactions"),
    ]:
        order_fault(sandbox, provider, operation, kind="wrong_amount")
    assert sadad_client.pay(sandbox, transaction).json()["result"]["amount"] == 26.5
    assert sadad_client.enquire(sandbox)["result"]["amount"] == 26.5
    assert sadad_client.enquire(sandbox)["result"]["amount"] == 25.5
    (transaction_row,) = moamalat_client.transactions(sandbox)
    assert transaction_row["AmountTrxn"] == transaction_row["Amnt"] == "26001"
    assert sorted(charge["amount_minor"] for charge in charges(sandbox)) == [25_001, 25_500]


def test_a_fault_hits_the_next_calls_of_its_operation_only(sandbox: httpx.Client) -> None:
    order_fault(sandbox, "sadad", "enquiry", kind="http_500", times=2)
    transaction = sadad_client.transaction_id(sandbox)
    assert sadad_client.pay(sandbox, transaction).json()["statusCode"] == 0
    answers = [sadad_client.call(sandbox, "enquiry", InvoiceNo="invoice-1") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [500, 500, 200]


@pytest.mark.parametrize(
    ("provider", "operation"),
    [
        ("sadad", "Validate"),
        ("sadad", "otp-resend"),
        ("edfali", "DoPTrans"),
        ("moamalat", "lightbox.js"),
    ],
)
def test_every_operation_can_be_cut(sandbox: httpx.Client, provider: str, operation: str) -> None:
    calls = {
        "Validate": lambda: sadad_client.validate(sandbox),
        "otp-resend": lambda: sadad_client.call(sandbox, "otp-resend", TransactionId=1),
        "DoPTrans": lambda: edfali_client.call(sandbox, "DoPTrans"),
        "lightbox.js": lambda: sandbox.get("/js/lightbox.js"),
    }
    order_fault(sandbox, provider, operation, kind="cut")
    with pytest.raises(httpx.RemoteProtocolError):
        calls[operation]()
    calls[operation]()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"provider": "bank"}, "provider is none of moamalat, sadad, edfali."),
        ({"operation": "Refund"}, "operation is none of Pay, Validate, enquiry, otp-resend."),
        ({"kind": "bad"}, "kind is none of slow, cut, malformed, wrong_amount, http_500."),
        ({"kind": "slow", "seconds": "long"}, "seconds is not a number of seconds."),
        ({"kind": "slow", "effect": False}, "effect is true, or, with cut, http_500, false."),
        ({"times": "often"}, "times is not a number."),
        (
            {"operation": "Validate", "kind": "wrong_amount"},
            "No answer of Validate has an amount.",
        ),
    ],
)
def test_a_fault_that_cannot_be_is_refused(
    sandbox: httpx.Client, change: dict[str, object], complaint: str
) -> None:
    fault = {"provider": "sadad", "operation": "Pay", "kind": "cut", "times": 1} | change
    answer = sandbox.post("/sandbox/faults", json=fault)
    assert (answer.status_code, answer.json()) == (422, {"message": complaint})
