"""What customers type."""

import pytest

from wasl.checkout.typed import TypedDetails, read_code, read_details
from wasl.checkout.wording import BIRTH_YEAR_WRONG, PHONE_MISSING, PHONE_WRONG
from wasl.provider_interface import Abilities, Payer

WITH_YEAR = Abilities(
    sends_code=True,
    resends_code=True,
    inquires=True,
    needs_birth_year=True,
    code_digits=6,
    amount_step_minor=10,
)
WITHOUT_YEAR = Abilities(
    sends_code=True,
    resends_code=False,
    inquires=False,
    needs_birth_year=False,
    code_digits=4,
    amount_step_minor=10,
)


def details(phone: str, year: str, abilities: Abilities) -> TypedDetails:
    return read_details({"phone": phone, "birth_year": year}, abilities, 2026)


@pytest.mark.parametrize(
    "phone", ["0912345678", "+218 91 234 5678", "٠٩١٢٣٤٥٦٧٨", "\u200e00218912345678\u200f"]
)
@pytest.mark.parametrize("year", ["1990", "١٩٩٠", " 1990 ", "۱۹۹۰"])
def test_details_are_read_as_people_write_them(phone: str, year: str) -> None:
    assert details(phone, year, WITH_YEAR) == (
        Payer("0912345678", 1990),
        {},
    )


def test_a_birth_year_is_asked_only_where_it_is_needed() -> None:
    assert details("0921234567", "", WITHOUT_YEAR) == (
        Payer("0921234567", None),
        {},
    )


def test_every_wrong_field_is_named_at_once() -> None:
    payer, errors = details("123", "90", WITH_YEAR)
    assert payer is None
    assert errors == {"phone": PHONE_WRONG, "birth_year": BIRTH_YEAR_WRONG}


def test_an_empty_phone_is_asked_for() -> None:
    assert details("  ", "1990", WITH_YEAR).errors == {"phone": PHONE_MISSING}


@pytest.mark.parametrize("year", ["", "1899", "2027", "19900", "19 9", "١٩٩", "year", "-199"])
def test_what_is_no_birth_year_is_refused(year: str) -> None:
    payer, errors = details("0912345678", year, WITH_YEAR)
    assert payer is None
    assert errors == {"birth_year": BIRTH_YEAR_WRONG}


@pytest.mark.parametrize(
    ("typed", "code"),
    [("111111", "111111"), ("١١١١", "1111"), ("11 11-11", "111111"), ("\u200f1111", "1111")],
)
def test_a_code_is_read_as_people_write_it(typed: str, code: str) -> None:
    assert read_code(typed) == code


@pytest.mark.parametrize("typed", ["", " ", "abcdef", "123456789", "¹²³⁴", "12a4"])
def test_what_can_be_no_code_is_no_try(typed: str) -> None:
    assert read_code(typed) is None
