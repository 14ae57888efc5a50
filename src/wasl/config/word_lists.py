"""Lists and tables in one line of the environment: `a, b` and `word=reason, word=reason`."""

from collections.abc import Mapping
from typing import Annotated, Final, TypeVar

from pydantic import BeforeValidator
from pydantic_settings import NoDecode

from wasl.domain.attempt import DeclineReason

Key = TypeVar("Key", str, int)

# What a provider can mean; the other reasons are found by ourselves.
REASONS: Final = {
    reason.value: reason
    for reason in DeclineReason
    if reason
    not in (
        DeclineReason.TOO_MANY_CODES,
        DeclineReason.CANCELED_BY_CUSTOMER,
        DeclineReason.NOTHING_FOUND,
    )
}
_UNKNOWN: Final = "unknown"


def _read_words(value: object) -> object:
    if not isinstance(value, str):
        return value
    words = [word.strip() for word in value.split(",")] if value.strip() else []
    if "" in words:
        raise ValueError("holds an empty word: check its commas")
    return words


def _read_table(value: object) -> object:
    if not isinstance(value, str):
        return value
    table: dict[str, DeclineReason | None] = {}
    for entry in value.split(",") if value.strip() else []:
        word, equals, reason = (part.strip() for part in entry.rpartition("="))
        if not equals:
            raise ValueError(f"{entry.strip()!r} must be written as word=reason")
        if reason != _UNKNOWN and reason not in REASONS:
            raise ValueError(
                f"{reason!r} is no reason: use one of {', '.join(REASONS)} or {_UNKNOWN}"
            )
        if word in table:
            raise ValueError(f"{word!r} stands there twice")
        table[word] = REASONS.get(reason)
    return table


Words = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_read_words)]
# None is the operator's `unknown`: the word is to be no longer understood.
ReasonsByWord = Annotated[
    Mapping[str, DeclineReason | None], NoDecode, BeforeValidator(_read_table)
]


def require_known_where_unknown(
    given: Mapping[Key, DeclineReason | None], built_in: Mapping[Key, DeclineReason]
) -> None:
    """To forget what was never known is a slip of the pen."""
    for word, reason in given.items():
        if reason is None and word not in built_in:
            raise ValueError(f"{word!r} is unknown already")


def laid_over(
    built_in: Mapping[Key, DeclineReason], given: Mapping[Key, DeclineReason | None]
) -> dict[Key, DeclineReason]:
    """The operator's words come first, and take the place of the same built-in ones."""
    rest = {word: reason for word, reason in built_in.items() if word not in given}
    return {word: reason for word, reason in given.items() if reason is not None} | rest
