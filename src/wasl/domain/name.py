"""Names of people, accounts, applications and credentials."""

from typing import Final

from wasl.domain.problem import Problem

NAME_MAX_CHARS: Final = 100


def tidy_name(typed: str) -> str:
    return " ".join(typed.split())


def problem_with_name(name: str) -> Problem | None:
    if not name:
        return Problem.NAME_MISSING
    if len(name) > NAME_MAX_CHARS:
        return Problem.NAME_TOO_LONG
    # A line break would forge a mail's headers; a lone surrogate or U+0000 cannot be stored.
    if any(ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 or 0xD800 <= ord(c) < 0xE000 for c in name):
        return Problem.NAME_UNREADABLE
    return None
