"""Accounts that are set up wrongly, and what may differ from one account to another."""

from dataclasses import replace
from typing import Any

import pytest
from aiohttp import ClientSession

from tests.conformance.accounts import edfali_account, moamalat_account, sadad_account
from tests.conformance.checkout import new_charge
from tests.conformance.conftest import MakeProvider, OpenCheckout
from tests.conformance.table import Row
from tests.sandbox.running import SETTINGS, RunningSandbox, running_sandbox
from wasl.domain.attempt import DeclineReason
from wasl.provider_interface import CodeSent, Declined, Paid, Provider, Unknown
from wasl.providers.edfali.account import CmobileFormat
from wasl.providers.edfali.client import Edfali
from wasl.providers.moamalat.client import Moamalat
from wasl.providers.sadad.account import MsisdnFormat
from wasl.providers.sadad.client import Sadad
from wasl.providers.send_once import TimeLimits


def with_account(**changes: Any) -> MakeProvider:
    def make(name: str, at: RunningSandbox, session: ClientSession, limits: TimeLimits) -> Provider:
        changed = changes | {"limits": limits}
        if name == "moamalat":
            return Moamalat(replace(moamalat_account(at.url, at.settings), **changed), session)
        if name == "sadad":
            return Sadad(replace(sadad_account(at.url, at.settings), **changed), session)
        return Edfali(replace(edfali_account(at.url, at.settings), **changed), session)

    return make


def is_misconfigured(answer: object) -> bool:
    return isinstance(answer, Declined) and answer.reason == DeclineReason.MISCONFIGURED


WRONG = [
    ("sadad", {"token": "not-the-token"}),
    ("edfali", {"pin": "0001"}),
    ("edfali", {"service_password": "not-the-password"}),
]


@pytest.mark.parametrize(("name", "changes"), WRONG)
def test_wrong_credentials_are_told_as_that(
    name: str, changes: dict[str, str], open_checkout: OpenCheckout
) -> None:
    with open_checkout(name, with_account(**changes)) as checkout:
        assert is_misconfigured(checkout.begin(new_charge()))


@pytest.mark.parametrize(("name", "changes"), [WRONG[0], WRONG[2]])
def test_credentials_that_became_wrong_before_the_code_charge_nothing(
    name: str, changes: dict[str, str], open_checkout: OpenCheckout
) -> None:
    charge = new_charge()
    with (
        open_checkout(name) as before,
        open_checkout(name, with_account(**changes)) as after,
    ):
        begun = before.begin(charge)
        assert isinstance(begun, CodeSent)
        assert is_misconfigured(after.confirm(charge, begun))
        assert after.charged() == []


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("sadad", {"token": "not-the-token"}),
        ("moamalat", {"merchant_key": "00" * 36}),
        ("moamalat", {"terminal_id": "11111111"}),
        ("moamalat", {"merchant_id": "11111111111"}),
    ],
)
def test_who_may_not_ask_knows_nothing_about_the_money(
    name: str, changes: dict[str, str], open_checkout: OpenCheckout
) -> None:
    charge = new_charge()
    with (
        open_checkout(name) as right,
        open_checkout(name, with_account(**changes)) as wrong,
    ):
        assert isinstance(right.pay(charge), Paid)
        assert isinstance(wrong.inquire(charge), Unknown)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("sadad", {"msisdn_format": MsisdnFormat.LOCAL}),
        ("sadad", {"birth_year_as_text": False}),
        ("sadad", {"category": 7}),
        ("edfali", {"cmobile_format": CmobileFormat.NATIONAL}),
        ("moamalat", {"lightbox_time_format": "%Y%m%d%H%M%S"}),
        ("moamalat", {"api_time_fraction_digits": 0}),
    ],
)
def test_a_payment_succeeds_with_every_other_setting(
    name: str, changes: dict[str, object], open_checkout: OpenCheckout
) -> None:
    with open_checkout(name, with_account(**changes)) as checkout:
        assert isinstance(checkout.pay(new_charge()), Paid)


def test_sadads_refusals_are_understood_with_http_400_too(open_checkout: OpenCheckout) -> None:
    with (
        running_sandbox(replace(SETTINGS, sadad_refusal_http_status=400)) as strict,
        open_checkout("sadad", at=strict) as checkout,
    ):
        answers = [
            checkout.pay(new_charge(), Row.REFUSED_AT_ONCE),
            checkout.pay(new_charge(), Row.BALANCE_TOO_LOW),
            checkout.pay(new_charge(), code=checkout.values.wrong_code),
            checkout.inquire(new_charge()),
        ]
    reasons = [answer.reason for answer in answers if isinstance(answer, Declined)]
    assert reasons == [
        DeclineReason.NOT_REGISTERED,
        DeclineReason.INSUFFICIENT_BALANCE,
        DeclineReason.WRONG_CODE,
        DeclineReason.NOTHING_FOUND,
    ]
