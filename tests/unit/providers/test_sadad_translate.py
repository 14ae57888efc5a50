import json
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wasl.provider_interface import Charge, Payer
from wasl.providers.sadad.account import MsisdnFormat, SadadAccount
from wasl.providers.sadad.transaction_id import reference_of, transaction_id_of
from wasl.providers.sadad.translate import (
    amount_in_dinars,
    call_url,
    enquiry_request,
    headers,
    is_of_this_network,
    may_be_a_code,
    msisdn,
    pay_request,
    resend_request,
    validate_request,
)

ACCOUNT = SadadAccount(url="https://pgw.test", token="header.payload.signature")
CHARGE = Charge("0192f3c4", 25_500, datetime(2026, 3, 9, tzinfo=UTC))
PAYER = Payer("0910000001", 1990)


def test_a_code_is_asked_for_with_everything_sadad_wants() -> None:
    assert json.loads(validate_request(ACCOUNT, CHARGE, PAYER)) == {
        "Msisdn": "910000001",
        "BirthYear": "1990",
        "InvoiceNo": "0192f3c4",
        "Amount": 25.5,
        "Category": 20,
    }


def test_formats_and_category_are_settings() -> None:
    account = replace(
        ACCOUNT, msisdn_format=MsisdnFormat.LOCAL, birth_year_as_text=False, category=7
    )
    sent = json.loads(validate_request(account, CHARGE, PAYER))
    assert (sent["Msisdn"], sent["BirthYear"], sent["Category"]) == ("0910000001", 1990, 7)


def test_the_other_calls_name_the_transaction_or_the_invoice() -> None:
    assert json.loads(pay_request("77", "011111")) == {"TransactionId": 77, "OTP": "011111"}
    assert json.loads(resend_request("TX-77")) == {"TransactionId": "TX-77"}
    assert json.loads(enquiry_request(CHARGE)) == {"InvoiceNo": "0192f3c4"}


@pytest.mark.parametrize("url", ["https://pgw.test", "https://pgw.test/"])
def test_calls_go_to_the_address_of_the_account(url: str) -> None:
    assert call_url(replace(ACCOUNT, url=url), "Pay") == "https://pgw.test/api/Pay"


def test_the_token_travels_as_a_bearer_token_and_nowhere_else() -> None:
    assert headers(ACCOUNT)["Authorization"] == "Bearer header.payload.signature"
    assert "signature" not in repr(ACCOUNT)


@pytest.mark.parametrize("token", ["", "two\nlines", "naïve", "tab\t"])
def test_a_token_no_header_can_hold_is_refused_without_repeating_it(token: str) -> None:
    with pytest.raises(ValueError, match=r"^token must be printable ASCII$"):
        replace(ACCOUNT, token=token)


@pytest.mark.parametrize("phone", ["910000001", "+218910000001", "09100000011", "", "09١0000001"])
@pytest.mark.parametrize("spelling", MsisdnFormat)
def test_a_number_in_any_other_spelling_is_refused_without_repeating_it(
    phone: str, spelling: MsisdnFormat
) -> None:
    with pytest.raises(ValueError, match=r"^a phone number must be 09 and eight digits$"):
        msisdn(phone, spelling)


def test_without_a_birth_year_no_code_can_be_asked_for() -> None:
    with pytest.raises(ValueError, match="birth year"):
        validate_request(ACCOUNT, CHARGE, Payer("0910000001"))


def test_sadad_is_for_the_numbers_of_almadar() -> None:
    served = [n for n in range(1, 7) if is_of_this_network(ACCOUNT, f"09{n}0000001")]
    assert served == [1, 3]
    assert is_of_this_network(replace(ACCOUNT, phone_prefixes=()), "0920000001")


@given(st.integers(1, 10**8))
def test_an_amount_is_written_exactly(hundredths: int) -> None:
    sent = validate_request(ACCOUNT, replace(CHARGE, amount_minor=hundredths * 10), PAYER)
    written = json.loads(sent, parse_float=Decimal)["Amount"]
    assert written == Decimal(hundredths) / 100


@given(st.integers(1, 10**9).filter(lambda minor: minor % 10))
def test_an_amount_with_a_third_decimal_cannot_be_charged(minor: int) -> None:
    with pytest.raises(ValueError, match="two decimals"):
        amount_in_dinars(minor)


@pytest.mark.parametrize("code", ["", "11111", "1111111", "111 11", "١١١١١١", "111111\n"])
def test_only_six_digits_may_be_a_code(code: str) -> None:
    assert may_be_a_code(ACCOUNT, "111111")
    assert not may_be_a_code(ACCOUNT, code)


@given(st.one_of(st.integers(0), st.text('0123456789"-x', min_size=1)))
def test_a_transaction_id_goes_back_as_it_came(transaction_id: int | str) -> None:
    back = transaction_id_of(reference_of(transaction_id))
    assert (type(back), back) == (type(transaction_id), transaction_id)
