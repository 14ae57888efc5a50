"""Phone numbers in their one local spelling: 09 and eight digits."""

import re
from typing import Final

_SADAD: Final = re.compile(r"0?(9[13]\d{7})", re.ASCII)
_EDFALI: Final = re.compile(r"(?:\+218)?(9\d{8})", re.ASCII)


def phone_from_msisdn(msisdn: str) -> str | None:
    """Sadad is seen to take 9xxxxxxxx and 09xxxxxxxx; its numbers begin with 091 and 093."""
    return _local(_SADAD, msisdn)


def phone_from_cmobile(cmobile: str) -> str | None:
    """Edfali is seen to take +2189xxxxxxxx and 9xxxxxxxx."""
    return _local(_EDFALI, cmobile)


def _local(spelling: re.Pattern[str], text: str) -> str | None:
    match = spelling.fullmatch(text)
    return f"0{match[1]}" if match else None


def mask_phone(phone: str) -> str:
    return f"{phone[:2]}*****{phone[-3:]}"
