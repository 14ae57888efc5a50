"""Names of people, accounts, applications and credentials."""

from typing import Final
from unicodedata import category

from wasl.domain.problem import Problem

NAME_MAX_CHARS: Final = 100
# Controls, lone surrogates, and what shows nothing but changes how the rest is shown: a line break
# would forge a mail's headers, U+0000 cannot be stored, U+202E turns the text after it around.
_UNREADABLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Some scripts are misspelled without the first, and many pictures are made with the second.
_JOINERS: Final = frozenset("\u200c\u200d")
# Letters and signs by their kind, and blank all the same.
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def tidy_name(typed: str) -> str:
    return " ".join(typed.split())


def problem_with_name(name: str) -> Problem | None:
    if not name:
        return Problem.NAME_MISSING
    if len(name) > NAME_MAX_CHARS:
        return Problem.NAME_TOO_LONG
    if any(category(c) in _UNREADABLE and c not in _JOINERS for c in name):
        return Problem.NAME_UNREADABLE
    return None if any(_is_visible(c) for c in name) else Problem.NAME_UNREADABLE


def _is_visible(character: str) -> bool:
    """A letter, a number, a sign or a stop. A mark alone stands on nothing."""
    return category(character)[0] in "LNPS" and character not in _BLANK
