import pytest

from tests.unit.providers.test_sadad_answers import REFERENCE, enquired, refusal, success
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import Declined, Paid, Unknown

PAID_INVOICE = {
    "transactionId": 4711,
    "invoiceNo": "0192f3c4",
    "status": "Paid",
    "amount": 25.5,
}


def test_an_enquiry_that_tells_everything_is_paid() -> None:
    assert enquired(success(**PAID_INVOICE)) == Paid(REFERENCE, 25_500)


@pytest.mark.parametrize("name", PAID_INVOICE)
@pytest.mark.parametrize("value", [None, "", 0, "another", 1])
def test_an_enquiry_with_a_field_that_does_not_fit_is_unknown(name: str, value: object) -> None:
    told = {**PAID_INVOICE, name: value}
    if name == "transactionId" and value in ("another", 1):
        assert isinstance(enquired(success(**told)), Paid)
    else:
        assert isinstance(enquired(success(**told)), Unknown)


@pytest.mark.parametrize("name", PAID_INVOICE)
def test_an_enquiry_that_lacks_a_field_is_unknown(name: str) -> None:
    told = {k: v for k, v in PAID_INVOICE.items() if k != name}
    assert isinstance(enquired(success(**told)), Unknown)


@pytest.mark.parametrize("text", ["Invoice not found", "Invoice not paid"])
def test_an_invoice_that_is_not_known_or_not_paid_is_nothing_found(text: str) -> None:
    answer = enquired(refusal(text))
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.NOTHING_FOUND


@pytest.mark.parametrize("text", ["Error", "", "Wrong OTP", "Insufficient balance"])
def test_any_other_refusal_of_an_enquiry_is_unknown(text: str) -> None:
    assert isinstance(enquired(refusal(text)), Unknown)
