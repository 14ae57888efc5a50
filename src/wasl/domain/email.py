"""E-mail addresses, in their one spelling."""

import re
from typing import Final

_MAX_CHARS: Final = 254
# No rule tells which addresses exist. This one takes plain ones alone, since an address stands in
# letters' headers: what RFC 5322 calls atext, with dots between, at a host of plain labels.
_WORD: Final = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_EMAIL: Final = re.compile(
    rf"(?=[^@]{{1,64}}@){_WORD}(?:\.{_WORD})*@{_LABEL}(?:\.{_LABEL})+", re.ASCII
)


def spelled_once(typed: str) -> str:
    """Lower case, without the spaces around it: how addresses are stored and compared."""
    return typed.strip().lower()


def is_email(spelled: str) -> bool:
    return len(spelled) <= _MAX_CHARS and _EMAIL.fullmatch(spelled) is not None
