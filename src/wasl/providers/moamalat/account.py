"""What a merchant's account at Moamalat needs, and what public sources leave open about it."""

from dataclasses import dataclass, field
from typing import Final

from wasl.domain.attempt import DeclineReason
from wasl.providers.send_once import DEFAULT_LIMITS, TimeLimits

LIVE_API_URL: Final = "https://npg.moamalat.net"
TEST_API_URL: Final = "https://tnpg.moamalat.net"
LIVE_LIGHTBOX_URL: Final = "https://npg.moamalat.net:6006/js/lightbox.js"
TEST_LIGHTBOX_URL: Final = "https://tnpg.moamalat.net:6006/js/lightbox.js"

# Inferred: clients in use send 10, 12 and 14 digits, so the gateway seems to read none of them as
# a time. This is the published example's.
LIGHTBOX_TIME_FORMAT: Final = "%Y%m%d%H%M"
# The same, for the API. Moamalat's own notifications have these 14 digits; a fraction of a second
# follows, because the value must be unique per terminal. 0 digits leave it out.
API_TIME_FORMAT: Final = "%Y%m%d%H%M%S"
API_TIME_FRACTION_DIGITS: Final = 6
# "Local" is taken to mean Libya, which keeps no summer time.
LIBYAN_UTC_OFFSET_HOURS: Final = 2
# Unknown: only "Sale" is documented. Any other word makes an approved sale Unknown. These are in
# the spelling of `bare_word`.
TAKES_MONEY_BACK: Final = ("refund", "void", "voidsale")
# The list of decline codes is unknown, so a reason is recognised by its words.
DECLINE_PHRASES: Final = (
    ("insufficient", DeclineReason.INSUFFICIENT_BALANCE),
    ("not sufficient", DeclineReason.INSUFFICIENT_BALANCE),
    ("exceeds", DeclineReason.LIMIT_EXCEEDED),
)


@dataclass(frozen=True)
class MoamalatAccount:
    """The keys are the hexadecimal text that Moamalat hands out.

    Without a `notification_key` every notification counts as forged.
    """

    api_url: str
    lightbox_url: str
    merchant_id: str
    terminal_id: str
    merchant_key: str = field(repr=False)
    notification_key: str | None = field(default=None, repr=False)
    limits: TimeLimits = DEFAULT_LIMITS

    lightbox_time_format: str = LIGHTBOX_TIME_FORMAT
    api_time_format: str = API_TIME_FORMAT
    api_time_fraction_digits: int = API_TIME_FRACTION_DIGITS
    utc_offset_hours: int = LIBYAN_UTC_OFFSET_HOURS
    words_that_take_money_back: frozenset[str] = frozenset(TAKES_MONEY_BACK)
    decline_phrases: tuple[tuple[str, DeclineReason], ...] = DECLINE_PHRASES

    def __post_init__(self) -> None:
        _check_key("merchant_key", self.merchant_key)
        if self.notification_key is not None:
            _check_key("notification_key", self.notification_key)
        if not 0 <= self.api_time_fraction_digits <= 9:
            raise ValueError("api_time_fraction_digits must be between 0 and 9")


def bare_word(word: str) -> str:
    """`Void Sale`, `VOID_SALE` and `void-sale` are one word."""
    return "".join(char for char in word.lower() if char not in " -_")


def is_key(key: str) -> bool:
    """An empty key would let anyone sign."""
    try:
        return len(bytes.fromhex(key)) > 0
    except ValueError:
        return False


def _check_key(name: str, key: str) -> None:
    """Names the field and never the value."""
    if not is_key(key):
        raise ValueError(f"{name} must be hexadecimal")
