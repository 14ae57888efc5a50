"""What people type, as far as it can be used."""

from enum import StrEnum
from typing import TypeVar
from uuid import UUID

from wasl.dashboard.application.wording import CHOICE_UNKNOWN
from wasl.dashboard.visit import Visit

Choice = TypeVar("Choice", bound=StrEnum)


def cleaned(typed: str) -> str | None:
    """PostgreSQL cannot be asked for everything that can be typed. None where nothing is left."""
    return typed.replace("\0", "").encode("utf-8", "ignore").decode().strip() or None


def chosen(
    kind: type[Choice], field: str, typed: dict[str, str], errors: dict[str, str]
) -> Choice | None:
    """Nobody types it, but an address may hold anything."""
    if not typed[field]:
        return None
    if typed[field] not in set(kind):
        errors[field] = CHOICE_UNKNOWN
        return None
    return kind(typed[field])


def before_of(visit: Visit) -> UUID | None:
    """Where a page of a list begins; nonsense begins at the beginning."""
    return uuid_in(visit.query("before"))


def uuid_in(text: str | None) -> UUID | None:
    """None where it is none."""
    try:
        return UUID(text or "")
    except ValueError:
        return None


def next_link(visit: Visit, before: UUID | int | None) -> str | None:
    """What a form before this page did is not told again on the next."""
    if before is None:
        return None
    return visit.here(before=str(before), done=None, resent=None, since=None, after=None)
