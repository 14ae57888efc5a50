"""Libyan mobile numbers, as people type them."""

import re
from typing import Final

# Marks that steer the direction of text travel along when a number is copied.
_DIRECTION_MARKS: Final = dict.fromkeys(
    [0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
_DIGITS: Final = {
    **{ord("٠") + value: str(value) for value in range(10)},
    **{ord("۰") + value: str(value) for value in range(10)},
}
_SEPARATORS: Final = re.compile(r"[\s\-().]")
_MOBILE: Final = re.compile(r"(?:\+218|00218|218|0)?(9[1-6]\d{7})", re.ASCII)


def plain_digits(text: str) -> str:
    """Western digits, without direction marks and the characters people group digits with."""
    return _SEPARATORS.sub("", text.translate(_DIRECTION_MARKS).translate(_DIGITS))


def parse_phone(text: str) -> str | None:
    """Its one local spelling, 09 and eight digits, or None where it is no Libyan mobile number."""
    match = _MOBILE.fullmatch(plain_digits(text))
    return f"0{match[1]}" if match else None


def mask_phone(phone: str) -> str:
    return f"••• {phone[-3:]}"
