from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.providers.test_edfali_translate import ACCOUNT, CHARGE, SESSION
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import CodeSent, Declined, Paid, Unknown
from wasl.providers.edfali import soap
from wasl.providers.edfali.translate import read_begin, read_confirm


def answer(method: str, inner: str) -> bytes:
    return (
        '<?xml version="1.0" encoding="utf-8"?>'
        '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>'
        f'<{method}Response xmlns="http://tempuri.org/">{inner}</{method}Response>'
        "</soap:Body></soap:Envelope>"
    ).encode()


def begun(word: str, status: int = 200) -> CodeSent | Declined:
    body = answer("DoPTrans", f"<DoPTransResult>{word}</DoPTransResult>")
    return read_begin(ACCOUNT, status, body)


def confirmed(word: str, status: int = 200) -> Paid | Declined | Unknown:
    body = answer("OnlineConfTrans", f"<OnlineConfTransResult>{word}</OnlineConfTransResult>")
    return read_confirm(ACCOUNT, CHARGE, SESSION, status, body)


@pytest.mark.parametrize("session_id", [SESSION, " 123456 ", "0f9c-77"])
def test_a_session_id_means_that_a_code_was_sent(session_id: str) -> None:
    assert begun(session_id) == CodeSent(session_id.strip())


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("PW1", DeclineReason.MISCONFIGURED),
        ("PW", DeclineReason.MISCONFIGURED),
        ("IP", DeclineReason.MISCONFIGURED),
        ("LIMIT", DeclineReason.LIMIT_EXCEEDED),
        ("Limit", DeclineReason.LIMIT_EXCEEDED),
        ("LMT", DeclineReason.LIMIT_EXCEEDED),
        ("AMT", DeclineReason.LIMIT_EXCEEDED),
        ("BAL", DeclineReason.INSUFFICIENT_BALANCE),
        ("Bal", DeclineReason.INSUFFICIENT_BALANCE),
        ("ACC", DeclineReason.NOT_REGISTERED),
        ("NO", DeclineReason.NOT_REGISTERED),
        ("", DeclineReason.NOT_REGISTERED),
        ("SYS", DeclineReason.PROVIDER_UNAVAILABLE),
        ("OFF", DeclineReason.PROVIDER_UNAVAILABLE),
        ("TIME", DeclineReason.PROVIDER_UNAVAILABLE),
        ("DUP", DeclineReason.PROVIDER_UNAVAILABLE),
        ("SYS1", DeclineReason.PROVIDER_UNAVAILABLE),
        ("12345", DeclineReason.PROVIDER_UNAVAILABLE),
        ("WHATEVER", DeclineReason.PROVIDER_UNAVAILABLE),
        ("an error occurred", DeclineReason.PROVIDER_UNAVAILABLE),
    ],
)
def test_every_word_in_place_of_a_session_id_is_a_refusal(word: str, reason: DeclineReason) -> None:
    refused = begun(word)
    assert isinstance(refused, Declined)
    assert refused.reason == reason


@pytest.mark.parametrize("status", [201, 302, 400, 404, 500, 503])
def test_any_other_status_means_that_no_code_was_sent(status: int) -> None:
    refused = begun(SESSION, status)
    assert isinstance(refused, Declined)
    assert refused.reason == DeclineReason.PROVIDER_UNAVAILABLE


@pytest.mark.parametrize("word", ["OK", " OK\n"])
def test_ok_is_paid_with_the_amount_of_the_charge(word: str) -> None:
    assert confirmed(word) == Paid(SESSION, 25_500)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("PW1", DeclineReason.MISCONFIGURED),
        ("IP", DeclineReason.MISCONFIGURED),
        ("PW", DeclineReason.WRONG_CODE),
        ("NO", DeclineReason.WRONG_CODE),
        ("TIME", DeclineReason.CODE_EXPIRED),
        ("LIMIT", DeclineReason.LIMIT_EXCEEDED),
        ("BAL", DeclineReason.INSUFFICIENT_BALANCE),
        ("ACC", DeclineReason.DECLINED),
    ],
)
def test_a_word_that_refuses_the_confirmation_is_a_refusal(
    word: str, reason: DeclineReason
) -> None:
    assert confirmed(word) == Declined(reason, f"Edfali answered {word!r}")


@pytest.mark.parametrize("word", ["SYS", "DUP", "OFF", "AMT", "", "ok", "OKAY", "OK OK", "0", "1"])
def test_any_other_word_may_hide_a_charge(word: str) -> None:
    assert isinstance(confirmed(word), Unknown)


@pytest.mark.parametrize("status", [201, 302, 400, 401, 404, 500, 503])
@pytest.mark.parametrize("word", ["OK", "PW1", "BAL"])
def test_with_any_other_status_no_word_counts(word: str, status: int) -> None:
    assert confirmed(word, status) == Unknown(f"Edfali answered HTTP {status}")


def test_a_bank_that_explains_a_word_is_believed() -> None:
    account = replace(ACCOUNT, confirm_words={"SYS": DeclineReason.DECLINED})
    body = answer("OnlineConfTrans", "<OnlineConfTransResult>SYS</OnlineConfTransResult>")
    assert isinstance(read_confirm(account, CHARGE, SESSION, 200, body), Declined)


MALFORMED = [
    b"",
    b"OK",
    b"<html><body>OK</body></html>",
    b'{"OnlineConfTransResult": "OK"}',
    answer("OnlineConfTrans", "<OnlineConfTransResult>OK</OnlineConfTransResult>")[:-20],
    answer("OnlineConfTrans", ""),
    answer("OnlineConfTrans", "<OnlineConfTransResult><b>OK</b></OnlineConfTransResult>"),
    answer("OnlineConfTrans", "<OnlineConfTransResult>OK</OnlineConfTransResult>" * 2),
    answer("OnlineConfTrans", '<OnlineConfTransResult xmlns="x">OK</OnlineConfTransResult>'),
    answer("DoPTrans", "<OnlineConfTransResult>OK</OnlineConfTransResult>"),
    b'<?xml version="1.0" encoding="no-such"?><a>OK</a>',
    b'<!DOCTYPE a [<!ENTITY w "OK">]>'
    + answer("OnlineConfTrans", "<OnlineConfTransResult>&w;</OnlineConfTransResult>")[38:],
]


@pytest.mark.parametrize("body", MALFORMED)
def test_a_malformed_answer_may_hide_a_charge(body: bytes) -> None:
    answered = read_confirm(ACCOUNT, CHARGE, SESSION, 200, body)
    assert answered == Unknown("Edfali's answer is malformed")


@pytest.mark.parametrize("body", MALFORMED)
def test_a_malformed_answer_means_that_no_code_was_sent(body: bytes) -> None:
    refused = read_begin(ACCOUNT, 200, body)
    assert isinstance(refused, Declined)
    assert refused.reason == DeclineReason.PROVIDER_UNAVAILABLE


def test_entities_are_not_expanded() -> None:
    laughs = b"".join(
        b'<!ENTITY l%d "%s">' % (level, b"&l%d;" % (level - 1) * 10 if level else b"lol")
        for level in range(9)
    )
    with pytest.raises(soap.MalformedAnswer):
        soap.result("DoPTrans", b"<!DOCTYPE a [" + laughs + b"]><a>&l8;</a>")


@given(st.binary(max_size=300))
def test_no_bytes_are_ever_paid_or_declined(body: bytes) -> None:
    assert isinstance(read_confirm(ACCOUNT, CHARGE, SESSION, 200, body), Unknown)


@given(st.text(max_size=40).filter(lambda text: text.strip() != "OK"))
def test_only_ok_is_paid(word: str) -> None:
    escaped = "".join(f"&#{ord(char)};" for char in word)
    assert not isinstance(confirmed(escaped), Paid)


@pytest.mark.parametrize("text", ["code 1111 of 0920000001 refused", 'p<&">w', "9876", "1111"])
def test_no_detail_repeats_what_edfali_said_beyond_a_word(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    for said in (begun(f"!{escaped}"), confirmed(escaped)):
        assert isinstance(said, Declined | Unknown)
        assert said.detail == "Edfali answered 'no known word'"
