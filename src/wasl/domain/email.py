"""E-mail addresses, in their one spelling."""

import re
from typing import Final

_MAX_CHARS: Final = 254
# No rule tells which addresses exist; this one keeps out what certainly is none.
_EMAIL: Final = re.compile(r"[!-?A-~]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.ASCII)


def spelled_once(typed: str) -> str:
    """Lower case, without the spaces around it: how addresses are stored and compared."""
    return typed.strip().lower()


def is_email(spelled: str) -> bool:
    return len(spelled) <= _MAX_CHARS and _EMAIL.fullmatch(spelled) is not None
