"""Which states can follow from which, in any number of moves."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from wasl.domain.attempt import ATTEMPT_ALLOWED_NEXT
from wasl.domain.payment_intent import ALLOWED_NEXT

State = TypeVar("State", bound=StrEnum)


def _paths(table: Mapping[State, frozenset[State]]) -> dict[str, set[str]]:
    """One step of a test may be several moves; it may also be none."""
    paths: dict[str, set[str]] = {state.value: {state.value} for state in table}
    for _ in table:
        for reached in paths.values():
            reached |= {
                following.value
                for state, nexts in table.items()
                if state.value in reached
                for following in nexts
            }
    return paths


INTENT_PATHS = _paths(ALLOWED_NEXT)
ATTEMPT_PATHS = _paths(ATTEMPT_ALLOWED_NEXT)
