"""What public sources leave open about a provider can be set, and nothing that endangers money."""

import asyncio
import json
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.unit.config.environment import ALL_ACCOUNTS, assert_refused, load
from tests.unit.providers import moamalat_values
from tests.unit.providers.moamalat_values import declined, listing, row
from wasl.config import Settings, load_settings
from wasl.domain.application import Method, Mode
from wasl.domain.attempt import DeclineReason
from wasl.provider_directory import provider_directory
from wasl.provider_interface import Charge, Declined, Paid, Payer, SealedAccount, Unknown
from wasl.providers.edfali import translate as edfali
from wasl.providers.edfali.account import EdfaliAccount
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.moamalat.transactions import read_transactions
from wasl.providers.moamalat.translate import open_lightbox
from wasl.providers.moamalat.unique_time import UniqueTimes
from wasl.providers.sadad import answers as sadad_answers
from wasl.providers.sadad import translate as sadad
from wasl.providers.sadad.account import SadadAccount
from wasl.storage.encryption import SecretBox

CHARGE = Charge("0192f3c4", 25_500, datetime(2026, 3, 9, 22, 30, tzinfo=UTC))

DETAILS = {
    "moamalat_lightbox_time_format": "%d/%m/%Y",
    "moamalat_api_time_format": "%y%m%d%H%M%S",
    "moamalat_api_time_fraction_digits": "0",
    "moamalat_utc_offset_hours": "3",
    "moamalat_words_that_take_money_back": "Void Sale, Reversal",
    "moamalat_decline_phrases": "Do Not Honor=misconfigured, code 51=insufficient_balance",
    "sadad_birth_year_as_text": "false",
    "sadad_phone_prefixes": "091, 094",
    "sadad_code_digits": "4",
    "sadad_refusal_codes": "22=wrong_code, -5 = limit_exceeded",
    "sadad_refusal_phrases": "Pin Blocked=declined, الحساب موقوف=misconfigured, birth year=unknown",
    "sadad_enquiry_paid_words": "Settled",
    "sadad_enquiry_nothing_found_phrases": "No Such Invoice",
    "edfali_session_id_pattern": "S[0-9]{3}",
    "edfali_begin_words": "sys=declined, =misconfigured, BAL=unknown",
    "edfali_confirm_words": "exp=code_expired, TIME=unknown, PW=declined",
}


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    return load(monkeypatch, **ALL_ACCOUNTS, **DETAILS)


@pytest.fixture
def moamalat(settings: Settings) -> MoamalatAccount:
    account = settings.moamalat_account()
    assert account is not None
    return account


@pytest.fixture
def sadad_account(settings: Settings) -> SadadAccount:
    account = settings.sadad_account()
    assert account is not None
    return account


@pytest.fixture
def edfali_account(settings: Settings) -> EdfaliAccount:
    account = settings.edfali_account()
    assert account is not None
    return account


PROVIDERS = {"moamalat": MoamalatAccount, "sadad": SadadAccount, "edfali": EdfaliAccount}


def test_every_detail_of_an_account_can_be_set() -> None:
    known = {
        f"{provider}_{field.name}"
        for provider, account in PROVIDERS.items()
        for field in fields(account)
        if field.name != "limits"
    }
    assert {name for name in Settings.model_fields if name.split("_")[0] in PROVIDERS} == known


def test_an_account_without_details_is_the_built_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(monkeypatch, **ALL_ACCOUNTS)
    account = settings.sadad_account()
    assert account == SadadAccount(url="https://pgw.almadar.ly", token="a-token")
    assert settings.edfali_account() == EdfaliAccount(
        settings.edfali_url, "920000000", "4321", "a password"
    )
    assert settings.moamalat_account() == MoamalatAccount(
        "https://npg.moamalat.net",
        "https://npg.moamalat.net:6006/js/lightbox.js",
        "10081014649",
        "99179395",
        "3963",
        "7761",
    )


def test_an_application_s_own_account_is_reached_as_the_details_say(settings: Settings) -> None:
    own = {
        Method.CARD: {"merchant_id": "1", "terminal_id": "2", "merchant_key": "ab" * 8},
        Method.SADAD: {"token": "its-own"},
        Method.EDFALI: {"mobile": "910000000", "pin": "1", "service_password": "p"},
    }
    secret_box = SecretBox(settings.secret_keys())

    async def opened() -> dict[Method, Any]:
        async with provider_directory(settings) as directory:
            providers: dict[Method, Any] = {
                method: directory.find(
                    Mode.LIVE,
                    method,
                    SealedAccount(uuid4(), method, secret_box.encrypt(json.dumps(values))),
                )
                for method, values in own.items()
            }
            return {method: provider._account for method, provider in providers.items()}

    accounts = asyncio.run(opened())
    operators = {
        Method.CARD: settings.moamalat_account(),
        Method.SADAD: settings.sadad_account(),
        Method.EDFALI: settings.edfali_account(),
    }
    for method, operator in operators.items():
        assert operator is not None
        values: dict[str, Any] = dict(own[method])
        if method is Method.CARD:
            values["notification_key"] = None
        assert accounts[method] == replace(operator, **values)


def test_live_applications_get_the_details_and_the_simulators_do_not(settings: Settings) -> None:
    async def accounts(mode: Mode) -> list[Any]:
        async with provider_directory(settings) as directory:
            found: list[Any] = [directory.find(mode, method, None) for method in Method]
            return [provider._account for provider in found]

    live, simulated = asyncio.run(accounts(Mode.LIVE)), asyncio.run(accounts(Mode.TEST))
    assert live == [
        {
            Method.CARD: settings.moamalat_account(),
            Method.SADAD: settings.sadad_account(),
            Method.EDFALI: settings.edfali_account(),
        }[method]
        for method in Method
    ]
    built_in = {
        MoamalatAccount: MoamalatAccount("", "", "", "", "00"),
        SadadAccount: SadadAccount("", "t"),
        EdfaliAccount: EdfaliAccount("", "", "", ""),
    }
    for account in simulated:
        for name in DETAILS:
            provider, _, detail = name.partition("_")
            if type(account).__name__.lower().startswith(provider):
                assert getattr(account, detail) == getattr(built_in[type(account)], detail)


# Moamalat.


def ask(account: MoamalatAccount, answer: object) -> object:
    return read_transactions(account, moamalat_values.CHARGE, 200, json.dumps(answer).encode())


def test_times_are_written_as_set(moamalat: MoamalatAccount) -> None:
    assert open_lightbox(moamalat, CHARGE).configure["TrxDateTime"] == "10/03/2026"
    moment_ns = int(CHARGE.created_at.timestamp() * 1e9)
    assert UniqueTimes().next(moamalat, moment_ns) == "260310013000"


@pytest.mark.parametrize(
    ("kind", "outcome"), [("VOID_SALE", Declined), ("reversal", Declined), ("Refund", Unknown)]
)
def test_the_words_that_take_money_back_are_those_that_were_set(
    moamalat: MoamalatAccount, kind: str, outcome: type
) -> None:
    assert isinstance(ask(moamalat, listing(row(), row(TransType=kind))), outcome)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("do not honor", DeclineReason.MISCONFIGURED),
        ("Code 51", DeclineReason.INSUFFICIENT_BALANCE),
        ("Insufficient funds", DeclineReason.INSUFFICIENT_BALANCE),
        ("something else", DeclineReason.DECLINED),
    ],
)
def test_a_declined_card_is_explained_by_the_phrases_that_were_set(
    moamalat: MoamalatAccount, text: str, reason: DeclineReason
) -> None:
    answer = ask(moamalat, listing(declined(text)))
    assert isinstance(answer, Declined)
    assert answer.reason is reason
    assert "51" not in answer.detail


# Sadad.


def pay(account: SadadAccount, code: int, text: str) -> DeclineReason | None:
    """None where it is unknown."""
    body = json.dumps({"statusCode": code, "message": text}).encode()
    answer = sadad_answers.read_pay(account, CHARGE, "77", 200, body)
    assert isinstance(answer, Declined | Unknown)
    return answer.reason if isinstance(answer, Declined) else None


def test_sadad_is_sent_what_was_set(sadad_account: SadadAccount) -> None:
    request = sadad.validate_request(sadad_account, CHARGE, Payer("0910000001", 1990))
    assert b'"BirthYear":1990,' in request
    assert sadad.is_of_this_network(sadad_account, "0940000001")
    assert not sadad.is_of_this_network(sadad_account, "0930000001")
    assert sadad.may_be_a_code(sadad_account, "1111")
    assert not sadad.may_be_a_code(sadad_account, "111111")


@pytest.mark.parametrize(
    ("code", "text", "reason"),
    [
        (22, "whatever it says", DeclineReason.WRONG_CODE),
        (-5, "", DeclineReason.LIMIT_EXCEEDED),
        (22, "insufficient balance", DeclineReason.WRONG_CODE),
        (9, "PIN blocked.", DeclineReason.DECLINED),
        (9, "الحساب موقوف", DeclineReason.MISCONFIGURED),
        (9, "Insufficient balance", DeclineReason.INSUFFICIENT_BALANCE),
        (9, "Wrong birth year", None),
        (9, "never heard of", None),
    ],
)
def test_sadads_refusals_are_laid_over_the_built_in_ones(
    sadad_account: SadadAccount, code: int, text: str, reason: DeclineReason | None
) -> None:
    assert pay(sadad_account, code, text) is reason


@pytest.mark.parametrize(
    ("status", "text", "outcome"),
    [
        ("SETTLED", "", Paid),
        ("paid", "", Unknown),
        (None, "no such invoice", Declined),
        (None, "invoice not found", Unknown),
    ],
)
def test_the_words_of_an_enquiry_are_those_that_were_set(
    sadad_account: SadadAccount, status: str | None, text: str, outcome: type
) -> None:
    told = {"transactionId": 7, "invoiceNo": CHARGE.reference, "amount": 25.5, "status": status}
    answered = {"statusCode": 0, "result": told} if status else {"statusCode": 31, "message": text}
    body = json.dumps(answered).encode()
    answer = sadad_answers.read_enquiry(sadad_account, CHARGE, 200, body)
    assert isinstance(answer, outcome)


def test_no_prefix_at_all_lets_every_number_through(monkeypatch: pytest.MonkeyPatch) -> None:
    account = load(monkeypatch, sadad_token="a-token", sadad_phone_prefixes="").sadad_account()
    assert account is not None
    assert sadad.is_of_this_network(account, "0920000001")


# Edfali.


def envelope(method: str, word: str) -> bytes:
    return (
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
        f'<{method}Response xmlns="http://tempuri.org/"><{method}Result>{word}</{method}Result>'
        f"</{method}Response></s:Body></s:Envelope>"
    ).encode()


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("SYS", DeclineReason.DECLINED),
        ("", DeclineReason.MISCONFIGURED),
        ("BAL", DeclineReason.PROVIDER_UNAVAILABLE),
        ("ACC", DeclineReason.NOT_REGISTERED),
        ("123456789012", DeclineReason.PROVIDER_UNAVAILABLE),
        ("S123", None),
    ],
)
def test_edfalis_answers_to_a_beginning_are_laid_over_the_built_in_ones(
    edfali_account: EdfaliAccount, word: str, reason: DeclineReason | None
) -> None:
    answer = edfali.read_begin(edfali_account, 200, envelope("DoPTrans", word))
    assert (answer.reason if isinstance(answer, Declined) else None) is reason


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("EXP", DeclineReason.CODE_EXPIRED),
        ("TIME", None),
        ("PW", DeclineReason.DECLINED),
        ("BAL", DeclineReason.INSUFFICIENT_BALANCE),
        ("SYS", None),
    ],
)
def test_edfalis_answers_to_a_code_are_laid_over_the_built_in_ones(
    edfali_account: EdfaliAccount, word: str, reason: DeclineReason | None
) -> None:
    body = envelope("OnlineConfTrans", word)
    answer = edfali.read_confirm(edfali_account, CHARGE, "S123", 200, body)
    assert isinstance(answer, Declined | Unknown)
    assert (answer.reason if isinstance(answer, Declined) else None) is reason


# What stops the start.


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("moamalat_lightbox_time_format", ""),
        ("moamalat_lightbox_time_format", "now"),
        ("moamalat_lightbox_time_format", "%Y&Amount=1"),
        ("moamalat_lightbox_time_format", "%c"),
        ("moamalat_lightbox_time_format", "--"),
        ("moamalat_api_time_format", "%Y%m%d%H%M"),
        ("moamalat_api_time_fraction_digits", "10"),
        ("moamalat_utc_offset_hours", "-13"),
        ("moamalat_utc_offset_hours", "15"),
        ("moamalat_utc_offset_hours", "Tripoli"),
        ("moamalat_words_that_take_money_back", "refund,Sale"),
        ("moamalat_words_that_take_money_back", "Void Refund"),
        ("moamalat_words_that_take_money_back", "refund,"),
        ("moamalat_decline_phrases", "=declined"),
        ("moamalat_decline_phrases", "do not honor=nothing_found"),
        ("sadad_birth_year_as_text", "perhaps"),
        ("sadad_category", "e-commerce"),
        ("sadad_phone_prefixes", "91"),
        ("sadad_phone_prefixes", "091;093"),
        ("sadad_code_digits", "3"),
        ("sadad_refusal_codes", "0=declined"),
        ("sadad_refusal_codes", "00=declined"),
        ("sadad_refusal_codes", "22"),
        ("sadad_refusal_codes", "twenty=declined"),
        ("sadad_refusal_codes", "22=unknown"),
        ("sadad_refusal_codes", "22=declined,22=wrong_code"),
        ("sadad_refusal_phrases", "=declined"),
        ("sadad_refusal_phrases", "otp=wrong_code"),
        ("sadad_refusal_phrases", "Transaction already processed=declined"),
        ("sadad_refusal_phrases", "success=declined"),
        ("sadad_refusal_phrases", "rocess=declined"),
        ("sadad_refusal_phrases", "invoice is paid=declined"),
        ("sadad_refusal_phrases", "عملية مقبولة=declined"),
        ("sadad_refusal_phrases", "wrong pin entered=wrong_pin"),
        ("sadad_refusal_phrases", "too many wrong codes=too_many_codes"),
        ("sadad_refusal_phrases", "otp is expierd=unknown"),
        ("sadad_enquiry_paid_words", ""),
        ("sadad_enquiry_paid_words", "paid,unpaid"),
        ("sadad_enquiry_paid_words", "Not Paid"),
        ("sadad_enquiry_paid_words", "pending"),
        ("sadad_enquiry_paid_words", "غير مدفوع"),
        ("sadad_enquiry_nothing_found_phrases", "none"),
        ("sadad_enquiry_nothing_found_phrases", "invoice paid"),
        ("edfali_session_id_pattern", "[0-9"),
        ("edfali_session_id_pattern", ".*"),
        ("edfali_session_id_pattern", "[A-Z]+[0-9]?"),
        ("edfali_begin_words", "SYS"),
        ("edfali_begin_words", "SYS=broken"),
        ("edfali_begin_words", "XYZ=unknown"),
        ("edfali_confirm_words", "OK=declined"),
        ("edfali_confirm_words", "ok=wrong_code"),
        ("edfali_confirm_words", "DUP=declined"),
        ("edfali_confirm_words", "=declined"),
        ("edfali_confirm_words", "DONE=declined"),
        ("edfali_confirm_words", "SYS=nothing_found"),
        ("edfali_confirm_words", "SYS=unknown"),
        ("edfali_confirm_words", "SYS=declined,,PW=declined"),
    ],
)
def test_a_wrong_or_dangerous_detail_is_named_in_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: str
) -> None:
    assert_refused(monkeypatch, name, wrong)


def test_a_reason_nobody_knows_is_answered_with_those_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = assert_refused(monkeypatch, "edfali_confirm_words", "SYS=broken")
    assert "'broken' is no reason" in told
    assert "provider_unavailable" in told


@pytest.mark.parametrize(
    "phrase", ["transaction unsuccessful", "not approved", "invoice not paid", "عملية غير مقبولة"]
)
def test_a_phrase_that_says_no_with_the_word_yes_is_understood(
    monkeypatch: pytest.MonkeyPatch, phrase: str
) -> None:
    account = load(
        monkeypatch, sadad_token="a-token", sadad_refusal_phrases=f"{phrase}=declined"
    ).sadad_account()
    assert account is not None
    assert pay(account, 9, phrase.upper()) is DeclineReason.DECLINED


def test_details_are_read_from_a_file() -> None:
    Path(".env").write_text(
        "WASL_SADAD_TOKEN=a-token\n"
        "WASL_SADAD_REFUSAL_PHRASES=الحساب موقوف=declined, pin blocked=wrong_code\n"
        "WASL_SADAD_PHONE_PREFIXES=\n"
        "WASL_MOAMALAT_API_TIME_FORMAT=%y%m%d%H%M%S\n"
    )
    settings = load_settings()
    assert settings.moamalat_api_time_format == "%y%m%d%H%M%S"
    account = settings.sadad_account()
    assert account is not None
    assert account.phone_prefixes == ()
    assert account.refusal_phrases[:2] == (
        ("الحساب موقوف", DeclineReason.DECLINED),
        ("pin blocked", DeclineReason.WRONG_CODE),
    )
