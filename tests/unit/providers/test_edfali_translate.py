from dataclasses import replace
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wasl.provider_interface import Charge, Payer
from wasl.providers.edfali import soap
from wasl.providers.edfali.account import CmobileFormat, EdfaliAccount
from wasl.providers.edfali.translate import (
    amount_text,
    begin_request,
    cmobile,
    confirm_request,
    may_be_a_code,
)

ACCOUNT = EdfaliAccount(
    url="https://edfali.test/NewEdfali.asmx",
    mobile="926000000",
    pin="9876",
    service_password='p<&">w',
)
CHARGE = Charge("0192f3c4", 25_500, datetime(2026, 3, 9, tzinfo=UTC))
SESSION = "123456789012"


def call_in(envelope: bytes) -> tuple[str, dict[str, str | None]]:
    body = ET.fromstring(envelope).find("{http://schemas.xmlsoap.org/soap/envelope/}Body")
    assert body is not None
    (call,) = body
    named = {child.tag.removeprefix("{http://tempuri.org/}"): child.text for child in call}
    return call.tag, named


def test_a_code_is_asked_for_with_everything_edfali_wants() -> None:
    assert call_in(begin_request(ACCOUNT, CHARGE, Payer("0920000001"))) == (
        "{http://tempuri.org/}DoPTrans",
        {
            "Mobile": "926000000",
            "Pin": "9876",
            "Cmobile": "+218920000001",
            "Amount": "25.50",
            "PW": 'p<&">w',
        },
    )


def test_a_code_is_confirmed_without_the_merchants_pin() -> None:
    assert call_in(confirm_request(ACCOUNT, SESSION, "1111")) == (
        "{http://tempuri.org/}OnlineConfTrans",
        {"Mobile": "926000000", "Pin": "1111", "sessionID": SESSION, "PW": 'p<&">w'},
    )


def test_the_action_is_quoted_and_the_content_is_utf_8_xml() -> None:
    assert soap.headers("DoPTrans") == {
        "Content-Type": "text/xml; charset=utf-8",
        "SOAPAction": '"http://tempuri.org/DoPTrans"',
    }


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="￾￿")))
def test_no_value_can_break_out_of_its_element(session_id: str) -> None:
    _, named = call_in(confirm_request(ACCOUNT, session_id, "1111"))
    assert (named["sessionID"] or "") == session_id
    assert list(named) == ["Mobile", "Pin", "sessionID", "PW"]


def test_a_number_is_spelled_as_the_account_says() -> None:
    assert cmobile("0920000001", CmobileFormat.INTERNATIONAL) == "+218920000001"
    assert cmobile("0920000001", CmobileFormat.NATIONAL) == "920000001"


@pytest.mark.parametrize("phone", ["920000001", "+218920000001", "09200000011", "", "09٢0000001"])
def test_a_number_in_any_other_spelling_is_refused_without_repeating_it(phone: str) -> None:
    with pytest.raises(ValueError, match=r"^a phone number must be 09 and eight digits$"):
        cmobile(phone, CmobileFormat.INTERNATIONAL)


@pytest.mark.parametrize(
    ("minor", "text"), [(1_000, "1.00"), (25_500, "25.50"), (10, "0.01"), (10**9, "1000000.00")]
)
def test_an_amount_is_written_with_two_decimals(minor: int, text: str) -> None:
    assert amount_text(minor) == text


@given(st.integers(1, 10**9).filter(lambda minor: minor % 10))
def test_an_amount_with_a_third_decimal_cannot_be_charged(minor: int) -> None:
    with pytest.raises(ValueError, match="two decimals"):
        begin_request(ACCOUNT, replace(CHARGE, amount_minor=minor), Payer("0920000001"))


@pytest.mark.parametrize("code", ["", "111", "11111", "11 1", "١١١١", "1111\n", "abcd"])
def test_only_four_digits_may_be_a_code(code: str) -> None:
    assert may_be_a_code("1111")
    assert not may_be_a_code(code)


def test_the_secrets_are_in_no_representation() -> None:
    assert "9876" not in repr(ACCOUNT)
    assert 'p<&">w' not in repr(ACCOUNT)
