"""A phone number in the spellings that providers want."""

import re
from typing import Final

_LOCAL: Final = re.compile(r"0(9[0-9]{8})")


def national(phone: str) -> str:
    """`0910000001` becomes `910000001`."""
    local = _LOCAL.fullmatch(phone)
    if local is None:
        raise ValueError("a phone number must be 09 and eight digits")
    return local[1]
