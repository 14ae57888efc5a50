"""Edfali on the wire: every row of the table of test values, and what a client may get wrong."""

import httpx
import pytest

from tests.sandbox.edfali_client import ADDRESS, ENVELOPE, begin, call, confirm, post
from tests.sandbox.running import SETTINGS, advance, charges


def test_approved_charges_and_says_ok(sandbox: httpx.Client) -> None:
    session = begin(sandbox)
    assert session.isdigit()
    assert len(session) == 12
    assert charges(sandbox) == []
    assert confirm(sandbox, session) == "OK"
    (charge,) = charges(sandbox, session)
    del charge["charged_at"]
    assert charge == {
        "provider": "edfali",
        "reference": session,
        "provider_reference": session,
        "amount_minor": 25_500,
        "payer_masked": "09*****001",
    }


def test_balance_too_low_is_told_after_the_right_code(sandbox: httpx.Client) -> None:
    assert confirm(sandbox, begin(sandbox, "+218920000002")) == "BAL"
    assert charges(sandbox) == []


@pytest.mark.parametrize("phone", ["+218920000003", "+218920000006", "+218912345678", "nonsense"])
def test_a_number_that_is_not_registered_gets_an_empty_result(
    sandbox: httpx.Client, phone: str
) -> None:
    assert begin(sandbox, phone) == ""


def test_charged_but_the_answer_is_lost(sandbox: httpx.Client) -> None:
    session = begin(sandbox, "+218920000004")
    with pytest.raises(httpx.RemoteProtocolError, match="disconnected without sending"):
        confirm(sandbox, session)
    assert len(charges(sandbox, session)) == 1


def test_not_charged_and_the_answer_is_lost(sandbox: httpx.Client) -> None:
    session = begin(sandbox, "+218920000005")
    with pytest.raises(httpx.RemoteProtocolError):
        confirm(sandbox, session)
    assert charges(sandbox) == []


def test_a_provider_that_is_down_answers_503_and_breaks_off_in_turn(sandbox: httpx.Client) -> None:
    arguments = {
        "Mobile": SETTINGS.edfali_merchant_mobile,
        "Pin": SETTINGS.edfali_merchant_pin,
        "Cmobile": "+218920000007",
        "Amount": "25.50",
        "PW": SETTINGS.edfali_service_password,
    }
    for _ in range(2):
        assert call(sandbox, "DoPTrans", **arguments).status_code == 503
        with pytest.raises(httpx.ReadError):
            call(sandbox, "DoPTrans", **arguments)


@pytest.mark.parametrize("phone", ["+218920000001", "920000001", "+218921000000", "921999999"])
def test_both_spellings_and_the_approved_range_are_taken(sandbox: httpx.Client, phone: str) -> None:
    assert confirm(sandbox, begin(sandbox, phone)) == "OK"


def test_wrong_and_expired_codes_charge_nothing_and_leave_the_right_one_usable(
    sandbox: httpx.Client,
) -> None:
    session = begin(sandbox)
    assert confirm(sandbox, session, "1234") == "PW"
    assert confirm(sandbox, session, "0000") == "TIME"
    assert charges(sandbox) == []
    assert confirm(sandbox, session) == "OK"


def test_a_code_expires_after_ten_minutes(sandbox: httpx.Client) -> None:
    session = begin(sandbox)
    advance(sandbox, 601)
    assert confirm(sandbox, session) == "TIME"
    assert charges(sandbox) == []


def test_a_confirmation_sent_again_never_charges_again(sandbox: httpx.Client) -> None:
    session = begin(sandbox)
    assert [confirm(sandbox, session), confirm(sandbox, session)] == ["OK", "DUP"]
    assert len(charges(sandbox)) == 1


def test_an_unknown_session_has_expired(sandbox: httpx.Client) -> None:
    assert confirm(sandbox, "123456789012") == "TIME"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"PW": "wrong"}, "PW1"),
        ({"Pin": "0000"}, "PW"),
        ({"Mobile": "910000000"}, "ACC"),
        ({"Amount": "100000.01"}, "LIMIT"),
        ({"Amount": "25.505"}, "AMT"),
        ({"Amount": "0"}, "AMT"),
        ({"Amount": "many"}, "AMT"),
    ],
)
def test_doptrans_refuses_with_a_word(
    sandbox: httpx.Client, change: dict[str, str], expected: str
) -> None:
    assert begin(sandbox, **change) == expected


@pytest.mark.parametrize(
    ("change", "expected"), [({"PW": "wrong"}, "PW1"), ({"Mobile": "910000000"}, "ACC")]
)
def test_onlineconftrans_refuses_a_stranger(
    sandbox: httpx.Client, change: dict[str, str], expected: str
) -> None:
    assert confirm(sandbox, begin(sandbox), **change) == expected
    assert charges(sandbox) == []


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE soap [<!ENTITY a "1111"><!ENTITY b "&a;&a;&a;&a;">]>'
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>'
    '<DoPTrans xmlns="http://tempuri.org/"><Pin>&b;</Pin></DoPTrans></soap:Body></soap:Envelope>'
)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "not XML",
        "<DoPTrans/>",
        ENVELOPE.format(body=""),
        ENVELOPE.format(body="<DoPTrans/>"),
        ENVELOPE.format(body='<OnlineConfTrans xmlns="http://tempuri.org/"/>'),
        ENVELOPE.format(body="<unclosed>"),
        BOMB,
        b'<?xml version="1.0" encoding="no-such-encoding"?><a/>',
        b"\xff\xfe\x00",
    ],
)
def test_what_cannot_be_read_gets_a_soap_fault(sandbox: httpx.Client, content: str | bytes) -> None:
    answer = post(sandbox, "DoPTrans", content)
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "text/xml; charset=utf-8"
    assert "<soap:Fault><faultcode>soap:Client</faultcode><faultstring>Server " in answer.text


def test_a_method_that_is_not_there_gets_a_soap_fault(sandbox: httpx.Client) -> None:
    answer = call(sandbox, "Refund")
    assert answer.status_code == 500
    assert "There is no method Refund." in answer.text


@pytest.mark.parametrize("headers", [{}, {"SOAPAction": "DoPTrans"}])
def test_a_request_without_its_action_gets_a_soap_fault(
    sandbox: httpx.Client, headers: dict[str, str]
) -> None:
    headers = {"Content-Type": "text/xml"} | headers
    answer = sandbox.post(ADDRESS, content="<a/>", headers=headers)
    assert answer.status_code == 500
    assert "did not recognize the value of HTTP Header SOAPAction" in answer.text


def test_another_content_type_is_refused(sandbox: httpx.Client) -> None:
    assert sandbox.post(ADDRESS, json={}).status_code == 415
