"""Sadad's transaction id as our text, and back into the JSON it came as.

Clients treat it as a number or as text, so it goes back exactly as it came. Text that looks
like a number keeps quotes around it, to tell the two apart.
"""

import re
from typing import Final

_NUMBER: Final = re.compile(r"[0-9]+")
_TEXT_LIKE_A_NUMBER: Final = re.compile(r'"*[0-9]+"*')
_QUOTED: Final = re.compile(r'"("*[0-9]+"*)"')


def reference_of(transaction_id: int | str) -> str:
    if isinstance(transaction_id, str) and _TEXT_LIKE_A_NUMBER.fullmatch(transaction_id):
        return f'"{transaction_id}"'
    return str(transaction_id)


def transaction_id_of(reference: str) -> int | str:
    quoted = _QUOTED.fullmatch(reference)
    if quoted:
        return quoted[1]
    return int(reference) if _NUMBER.fullmatch(reference) else reference
