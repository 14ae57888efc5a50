"""What a merchant's account at Edfali needs, and what public sources leave open about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from wasl.domain.attempt import DeclineReason
from wasl.providers.send_once import DEFAULT_LIMITS, TimeLimits

LIVE_URL: Final = "https://edfali.bcd.ly/api/BCDUssd/NewEdfali.asmx"

# Most sources know PW1, PW, LIMIT, ACC and BAL; the others are each known to one. Before a code
# is confirmed no money can move, so a wrong reading only misinforms.
BEGIN_WORDS: Final[Mapping[str, DeclineReason]] = {
    "PW1": DeclineReason.MISCONFIGURED,
    "PW": DeclineReason.MISCONFIGURED,
    "IP": DeclineReason.MISCONFIGURED,
    "LIMIT": DeclineReason.LIMIT_EXCEEDED,
    "LMT": DeclineReason.LIMIT_EXCEEDED,
    "AMT": DeclineReason.LIMIT_EXCEEDED,
    "BAL": DeclineReason.INSUFFICIENT_BALANCE,
    "ACC": DeclineReason.NOT_REGISTERED,
    "NO": DeclineReason.NOT_REGISTERED,
    "": DeclineReason.NOT_REGISTERED,
    "SYS": DeclineReason.PROVIDER_UNAVAILABLE,
    "OFF": DeclineReason.PROVIDER_UNAVAILABLE,
    "TIME": DeclineReason.PROVIDER_UNAVAILABLE,
    "DUP": DeclineReason.PROVIDER_UNAVAILABLE,
}

# Only words that refuse the request itself. SYS and DUP may come after the money has moved, so
# they stay out, like every word that is not here: the answer is then Unknown.
CONFIRM_WORDS: Final[Mapping[str, DeclineReason]] = {
    "PW1": DeclineReason.MISCONFIGURED,
    "IP": DeclineReason.MISCONFIGURED,
    # The pin of this call is the customer's code, not the merchant's pin.
    "PW": DeclineReason.WRONG_CODE,
    "NO": DeclineReason.WRONG_CODE,
    "TIME": DeclineReason.CODE_EXPIRED,
    "LIMIT": DeclineReason.LIMIT_EXCEEDED,
    "BAL": DeclineReason.INSUFFICIENT_BALANCE,
    "ACC": DeclineReason.DECLINED,
}


# Inferred: session ids are seen as digits. Anything else in their place is an error word.
SESSION_ID_PATTERN: Final = r"(?=.*[0-9])[0-9A-Za-z-]{6,64}"


class CmobileFormat(StrEnum):
    INTERNATIONAL = "+2189xxxxxxxx"
    NATIONAL = "9xxxxxxxx"


@dataclass(frozen=True)
class EdfaliAccount:
    """`mobile` and `pin` are the merchant's own; the bank gives each merchant a password."""

    url: str
    mobile: str
    pin: str = field(repr=False)
    service_password: str = field(repr=False)
    limits: TimeLimits = DEFAULT_LIMITS

    # Most sources send the customer's number with +218; some without.
    cmobile_format: CmobileFormat = CmobileFormat.INTERNATIONAL
    session_id_pattern: str = SESSION_ID_PATTERN
    begin_words: Mapping[str, DeclineReason] = field(default_factory=lambda: BEGIN_WORDS)
    confirm_words: Mapping[str, DeclineReason] = field(default_factory=lambda: CONFIRM_WORDS)
