import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import Charge, CodeSent, Declined, Paid, Unknown
from wasl.providers.sadad.account import SadadAccount
from wasl.providers.sadad.answers import read_enquiry, read_pay, read_resend, read_validate

ACCOUNT = SadadAccount(url="https://pgw.test", token="header.payload.signature")
CHARGE = Charge("0192f3c4", 25_500, datetime(2026, 3, 9, tzinfo=UTC))
REFERENCE = "4711"
MALFORMED = Unknown("Sadad's answer is malformed")


def encoded(answer: object) -> bytes:
    return json.dumps(answer).encode()


def success(**result: object) -> dict[str, object]:
    return {"statusCode": 0, "message": "Success", "result": result}


def refusal(text: str, code: int = 99) -> dict[str, object]:
    return {"statusCode": code, "message": text, "result": None}


def validated(answer: object, status: int = 200) -> CodeSent | Declined:
    return read_validate(ACCOUNT, status, encoded(answer))


def paid(answer: object, status: int = 200) -> Paid | Declined | Unknown:
    return read_pay(ACCOUNT, CHARGE, REFERENCE, status, encoded(answer))


def enquired(answer: object, status: int = 200) -> Paid | Declined | Unknown:
    return read_enquiry(ACCOUNT, CHARGE, status, encoded(answer))


WORDS = [
    ("Invalid OTP", DeclineReason.WRONG_CODE),
    ("Wrong OTP", DeclineReason.WRONG_CODE),
    ("OTP غير صحيح أو منتهي", DeclineReason.WRONG_CODE),
    ("رمز التأكيد غير صحيح", DeclineReason.WRONG_CODE),
    ("OTP expired", DeclineReason.CODE_EXPIRED),
    ("انتهت صلاحية الرمز", DeclineReason.CODE_EXPIRED),
    ("Insufficient balance", DeclineReason.INSUFFICIENT_BALANCE),
    ("رصيدك غير كافٍ", DeclineReason.INSUFFICIENT_BALANCE),
    ("Subscriber is not registered", DeclineReason.NOT_REGISTERED),
    ("العميل غير مسجل في خدمة سداد", DeclineReason.NOT_REGISTERED),
    ("Wrong birth year", DeclineReason.WRONG_DETAILS),
    ("رقم الهاتف أو سنة الميلاد غير صحيحة", DeclineReason.WRONG_DETAILS),
    ("Amount exceeds the limit", DeclineReason.LIMIT_EXCEEDED),
]


def test_a_transaction_id_means_that_a_code_was_sent() -> None:
    assert validated(success(transactionId=4711)) == CodeSent("4711")
    assert validated(success(transactionId="TX123456")) == CodeSent("TX123456")


@pytest.mark.parametrize(("text", "reason"), WORDS)
@pytest.mark.parametrize("status", [200, 400])
def test_a_refusal_is_known_by_its_words(text: str, reason: DeclineReason, status: int) -> None:
    detail = f"Sadad answered 99: {text}"
    assert validated(refusal(text), status) == Declined(reason, detail)
    assert paid(refusal(text), status) == Declined(reason, detail)


def test_the_words_may_stand_in_the_result() -> None:
    answer = {"statusCode": 2, "result": "Invalid OTP", "message": "Error"}
    assert paid(answer) == Declined(DeclineReason.WRONG_CODE, "Sadad answered 2: Invalid OTP")


def test_a_code_of_almadars_table_goes_before_the_words() -> None:
    account = replace(ACCOUNT, refusal_codes={927: DeclineReason.CODE_EXPIRED})
    answer = read_pay(account, CHARGE, REFERENCE, 200, encoded(refusal("Wrong OTP", 927)))
    assert isinstance(answer, Declined)
    assert answer.reason == DeclineReason.CODE_EXPIRED


def test_an_unknown_refusal_before_the_code_is_a_refusal() -> None:
    answer = validated(refusal("Something else"))
    assert answer == Declined(DeclineReason.DECLINED, "Sadad answered 99: Something else")


@pytest.mark.parametrize(
    "text", ["Something else", "", "Transaction already processed", "Transaction not found"]
)
@pytest.mark.parametrize("code", [1, 2, 99, -1])
def test_an_unknown_refusal_of_a_code_may_hide_a_charge(text: str, code: int) -> None:
    assert isinstance(paid(refusal(text, code)), Unknown)


def test_a_refused_token_is_a_wrong_setting() -> None:
    answers = [
        validated(refusal("Unauthorized"), 401),
        paid(refusal("Unauthorized"), 401),
        read_resend(ACCOUNT, REFERENCE, 401, b""),
    ]
    assert answers == [Declined(DeclineReason.MISCONFIGURED, "Sadad refused our token")] * 3


def test_a_refused_token_in_an_enquiry_says_nothing_about_the_money() -> None:
    assert isinstance(enquired(refusal("Unauthorized"), 401), Unknown)


@pytest.mark.parametrize(
    "result",
    [
        {"transactionId": 4711, "invoiceNo": "0192f3c4", "amount": 25.5},
        {"amount": "25.500"},
        {"transactionId": 4711},
        {},
        "SD-20240430123456",
        None,
    ],
)
def test_status_code_0_is_paid_unless_something_contradicts(result: object) -> None:
    answer = {"statusCode": 0, "message": "Success", "result": result}
    assert paid(answer) == Paid(REFERENCE, 25_500)


@pytest.mark.parametrize(
    "result",
    [
        {"amount": 26.5},
        {"amount": 25.505},
        {"amount": 25500},
        {"amount": 0},
        {"amount": -25.5},
        {"amount": "NaN"},
        {"amount": "sNaN"},
        {"amount": "1e999999"},
        {"amount": "25.5 LYD"},
        {"amount": True},
        {"amount": [25.5]},
        {"invoiceNo": "another"},
        {"transactionId": 4712},
        {"transactionId": "4711"},
        [],
        25.5,
    ],
)
def test_a_contradiction_is_never_paid(result: object) -> None:
    assert isinstance(paid({"statusCode": 0, "message": "Success", "result": result}), Unknown)


@pytest.mark.parametrize("status", [201, 204, 302, 403, 404, 408, 429, 500, 502, 503])
@pytest.mark.parametrize("answer", [success(transactionId=4711), refusal("Wrong OTP")])
def test_no_other_http_status_is_an_answer(answer: object, status: int) -> None:
    assert paid(answer, status) == Unknown(f"Sadad answered HTTP {status}")
    assert enquired(answer, status) == Unknown(f"Sadad answered HTTP {status}")
    begun = validated(answer, status)
    assert begun == Declined(DeclineReason.PROVIDER_UNAVAILABLE, f"Sadad answered HTTP {status}")


def test_success_with_http_400_is_a_contradiction() -> None:
    assert isinstance(paid(success(transactionId=4711), 400), Unknown)


@pytest.mark.parametrize(
    "answer",
    [None, [], "OK", 0, {}, {"statusCode": "0"}, {"statusCode": None}, {"statusCode": False}],
)
def test_a_malformed_answer_may_hide_a_charge(answer: object) -> None:
    assert paid(answer) == MALFORMED
    assert enquired(answer) == MALFORMED
    begun = validated(answer)
    assert isinstance(begun, Declined)
    assert begun.reason == DeclineReason.PROVIDER_UNAVAILABLE


@pytest.mark.parametrize("result", [None, "", {}, {"transactionId": None}, {"transactionId": ""}])
def test_without_a_transaction_id_no_code_can_be_paid_with(result: object) -> None:
    begun = validated({"statusCode": 0, "result": result})
    assert begun == Declined(DeclineReason.PROVIDER_UNAVAILABLE, "Sadad gave no transaction id")


def test_a_code_that_was_sent_again_belongs_to_the_same_transaction_or_a_new_one() -> None:
    for answer, reference in [
        (success(), "4711"),
        ({"statusCode": 0}, "4711"),
        (success(transactionId=4711), "4711"),
        (success(transactionId=4712), "4712"),
    ]:
        assert read_resend(ACCOUNT, REFERENCE, 200, encoded(answer)) == CodeSent(reference)


@given(st.binary(max_size=200))
def test_no_bytes_are_ever_paid_or_declined(body: bytes) -> None:
    assert read_pay(ACCOUNT, CHARGE, REFERENCE, 200, body) == MALFORMED
    assert read_enquiry(ACCOUNT, CHARGE, 200, body) == MALFORMED


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["amount", "status", "x"]), inner)
        ),
        max_leaves=5,
    )
)
def test_whatever_the_result_is_a_told_amount_must_fit(result: object) -> None:
    answer = paid({"statusCode": 0, "result": result})
    if isinstance(answer, Paid) and isinstance(result, dict):
        assert result.get("amount") in (None, 25.5)


def test_no_detail_repeats_a_number_or_a_token() -> None:
    answer = paid(refusal("Wrong OTP 123456 for 0910000001, token header.payload.signature.more"))
    assert isinstance(answer, Declined)
    assert answer.detail == "Sadad answered 99: Wrong OTP •••••• for ••••••••••, token …"
