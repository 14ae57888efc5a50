"""Wallets count in dinars with two decimals; the ledger in thousandths."""

import re
from decimal import Decimal
from typing import Final

_MINOR_PER_LYD: Final = 1000
_LYD: Final = re.compile(r"\d{1,9}(?:\.\d{1,2})?", re.ASCII)


def minor_from_lyd(value: object) -> int | None:
    """None where it is no positive amount with at most two decimals."""
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        return None
    text = str(value)
    return int(Decimal(text) * _MINOR_PER_LYD) or None if _LYD.fullmatch(text) else None


def lyd_from_minor(amount_minor: int) -> float:
    return amount_minor / _MINOR_PER_LYD
