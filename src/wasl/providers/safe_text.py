"""What may be kept of a provider's own words and of a card number."""

import re
from typing import Final

_MAX_CHARS: Final = 100
_DIGIT: Final = re.compile(r"\d")
# No word of a message is this long; a token, a key or a hash is.
_LONG_WORD: Final = re.compile(r"\S{25,}")
_LAST_FOUR_DIGITS: Final = re.compile(r"[0-9]{4}\Z")


def readable(text: str) -> str:
    """A provider's message for the operator, without any number or token it may repeat."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    without_secrets = _DIGIT.sub("•", _LONG_WORD.sub("…", printable))
    return " ".join(without_secrets.split())[:_MAX_CHARS]


def masked_card(number: str) -> str | None:
    """`639499XXXXXX0781` becomes `•••• 0781`."""
    last = _LAST_FOUR_DIGITS.search(number.strip())
    return f"•••• {last[0]}" if last else None
