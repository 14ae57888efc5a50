"""Words that must not be given a meaning by a setting, because money hangs on them.

A payment that is taken for a refusal is paid twice; a refusal that is taken for a payment sends
the goods out unpaid. What is refused here wrongly can be set with a longer, clearer phrase.
"""

import re
from typing import Final

# A phrase is looked for anywhere in what a provider says: a short one is in everything.
PHRASE_MIN_CHARS: Final = 5

_PAID: Final = (
    "paid",
    "success",
    "successful",
    "successfully",
    "succeeded",
    "approved",
    "accepted",
    "complete",
    "completed",
    "done",
    "processed",
    "already",
    "duplicate",
    "مدفوع",
    "مدفوعة",
    "ناجحة",
    "بنجاح",
    "مقبولة",
    "تم الدفع",
    "مسبقا",
)
_SAYS_PAID: Final = re.compile(rf"(?<!not )(?<!غير )\b(?:{'|'.join(_PAID)})\b")

_SAYS_NOT_PAID: Final = re.compile(
    r"\b(?:un|not|no\b|non|new|open)|fail|declin|reject|refus|cancel|expir|error|invalid|void"
    r"|refund|revers|incomplete|initiat|pend|wait|processing|progress|غير|لم|ملغ|مرفوض|فشل|انتظار"
)


def says_paid(text: str) -> bool:
    return _SAYS_PAID.search(text.casefold()) is not None


def says_not_paid(text: str) -> bool:
    return _SAYS_NOT_PAID.search(text.casefold()) is not None


def require_harmless_phrase(phrase: str) -> None:
    """As a sign that nothing was charged."""
    if len(phrase) < PHRASE_MIN_CHARS:
        raise ValueError(f"{phrase!r} is too short: give {PHRASE_MIN_CHARS} characters or more")
    if says_paid(phrase) or any(phrase.casefold() in word for word in _PAID):
        raise ValueError(f"{phrase!r} may speak of a payment that was made")
