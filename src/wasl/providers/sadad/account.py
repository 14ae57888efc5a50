"""What a merchant's account at Sadad needs, and what public sources leave open about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from wasl.domain.attempt import DeclineReason
from wasl.providers.send_once import DEFAULT_LIMITS, TimeLimits

LIVE_URL: Final = "https://pgw.almadar.ly"
TEST_URL: Final = "https://pgw-test.almadar.ly"

ECOMMERCE_CATEGORY: Final = 20
# Known to one source.
CODE_DIGITS: Final = 6
# Sadad belongs to one network.
PHONE_PREFIXES: Final = ("091", "093")
# The enquiry is known to one source, its answer to none.
PAID_WORDS: Final = ("paid",)
NOTHING_FOUND_PHRASES: Final = ("invoice not found", "invoice not paid")

# The table of error codes is unknown, so a refusal is recognised by its words: each of these
# says plainly that nothing was charged. The first that occurs counts.
REFUSAL_PHRASES: Final = (
    ("otp expired", DeclineReason.CODE_EXPIRED),
    ("expired otp", DeclineReason.CODE_EXPIRED),
    ("otp غير صحيح", DeclineReason.WRONG_CODE),
    ("invalid otp", DeclineReason.WRONG_CODE),
    ("wrong otp", DeclineReason.WRONG_CODE),
    ("incorrect otp", DeclineReason.WRONG_CODE),
    ("رمز التأكيد غير صحيح", DeclineReason.WRONG_CODE),
    ("انتهت صلاحية الرمز", DeclineReason.CODE_EXPIRED),
    ("insufficient balance", DeclineReason.INSUFFICIENT_BALANCE),
    ("رصيدك غير كاف", DeclineReason.INSUFFICIENT_BALANCE),
    ("not registered", DeclineReason.NOT_REGISTERED),
    ("غير مسجل", DeclineReason.NOT_REGISTERED),
    ("birth year", DeclineReason.WRONG_DETAILS),
    ("سنة الميلاد", DeclineReason.WRONG_DETAILS),
    ("exceeds the limit", DeclineReason.LIMIT_EXCEEDED),
)


class MsisdnFormat(StrEnum):
    NATIONAL = "9xxxxxxxx"
    LOCAL = "09xxxxxxxx"


@dataclass(frozen=True)
class SadadAccount:
    """`token` is the bearer token that Almadar hands out."""

    url: str
    token: str = field(repr=False)
    limits: TimeLimits = DEFAULT_LIMITS

    # Both are seen.
    msisdn_format: MsisdnFormat = MsisdnFormat.NATIONAL
    # Seen as text in most clients, as a number in one.
    birth_year_as_text: bool = True
    category: int = ECOMMERCE_CATEGORY
    # Empty: every number is tried.
    phone_prefixes: tuple[str, ...] = PHONE_PREFIXES
    code_digits: int = CODE_DIGITS
    # Almadar's own table, once a merchant has it. Goes before the phrases.
    refusal_codes: Mapping[int, DeclineReason] = field(default_factory=dict)
    refusal_phrases: tuple[tuple[str, DeclineReason], ...] = REFUSAL_PHRASES
    enquiry_paid_words: frozenset[str] = frozenset(PAID_WORDS)
    enquiry_nothing_found_phrases: tuple[str, ...] = NOTHING_FOUND_PHRASES

    def __post_init__(self) -> None:
        if not is_token(self.token):
            raise ValueError("token must be printable ASCII")


def is_token(token: str) -> bool:
    return bool(token) and token.isascii() and token.isprintable()
