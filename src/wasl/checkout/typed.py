"""What a customer types, read kindly: any digits, any grouping, marks of direction ignored."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from wasl.checkout.wording import BIRTH_YEAR_WRONG, PHONE_MISSING, PHONE_WRONG
from wasl.domain.phone import parse_phone, plain_digits
from wasl.provider_interface import Abilities, Payer

_EARLIEST_BIRTH_YEAR: Final = 1900
_CODE_MAX_DIGITS: Final = 8


class TypedDetails(NamedTuple):
    """`errors` names each field that cannot be right; `payer` is there where there are none."""

    payer: Payer | None
    errors: dict[str, str]


def read_details(typed: Mapping[str, str], abilities: Abilities, this_year: int) -> TypedDetails:
    phone, birth_year = typed.get("phone", ""), typed.get("birth_year", "")
    errors = {}
    number = parse_phone(phone)
    if number is None:
        errors["phone"] = PHONE_WRONG if phone.strip() else PHONE_MISSING
    year = _year(birth_year, this_year) if abilities.needs_birth_year else None
    if abilities.needs_birth_year and year is None:
        errors["birth_year"] = BIRTH_YEAR_WRONG
    if number is None or errors:
        return TypedDetails(None, errors)
    return TypedDetails(Payer(number, year), errors)


def read_code(text: str) -> str | None:
    """None where it can be no code at all: that is no try."""
    digits = plain_digits(text)
    usable = digits.isascii() and digits.isdigit() and len(digits) <= _CODE_MAX_DIGITS
    return digits if usable else None


def _year(text: str, this_year: int) -> int | None:
    digits = plain_digits(text)
    if not (digits.isascii() and digits.isdigit() and len(digits) == 4):
        return None
    year = int(digits)
    return year if _EARLIEST_BIRTH_YEAR <= year <= this_year else None
