import pytest

from wasl.domain.application import Method
from wasl.domain.problem import Problem
from wasl.domain.provider_account import (
    ACCOUNT_FIELDS,
    account_hints,
    problems_with_account,
    tidy_account,
)


def test_every_method_has_fields() -> None:
    assert ACCOUNT_FIELDS.keys() == set(Method)


def test_only_the_fields_of_the_provider_are_taken() -> None:
    typed = {"token": " abc ", "csrf": "x", "merchant_key": "00"}
    assert tidy_account(Method.SADAD, typed) == {"token": "abc"}


def test_a_value_that_may_be_left_out_is_no_problem() -> None:
    account = {"merchant_id": "1", "terminal_id": "2", "merchant_key": "AB" * 16}
    assert set(problems_with_account(Method.CARD, account).values()) == {None}
    without = problems_with_account(Method.CARD, {})
    assert without["merchant_key"] is Problem.VALUE_MISSING
    assert without["notification_key"] is None


@pytest.mark.parametrize("key", ["ABC", "XY" * 16, "AB" * 7, "AB" * 16 + "\n", "Ａ" * 32])
def test_a_key_is_hexadecimal_and_whole(key: str) -> None:
    account = {"merchant_key": key}
    assert problems_with_account(Method.CARD, account)["merchant_key"] is Problem.VALUE_MALFORMED


def test_a_hint_gives_away_half_of_a_value_at_most() -> None:
    hints = account_hints({"pin": "4321", "short": "1234567", "long": "12345678"})
    assert hints == {"pin": "", "short": "", "long": "5678"}
