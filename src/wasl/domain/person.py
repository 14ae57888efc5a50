"""Those who do something: what the audit log keeps of every change is who, and from where."""

from typing import NamedTuple
from uuid import UUID


class Actor(NamedTuple):
    """A user, or the operator, who is none."""

    user_id: UUID | None
    name: str
    address: str | None


class Person(NamedTuple):
    """Someone who is signed in."""

    user_id: UUID
    session_id: UUID
    email: str
    address: str | None

    @property
    def actor(self) -> Actor:
        return Actor(self.user_id, self.email, self.address)


class Browser(NamedTuple):
    """What is known of a caller before anyone has signed in."""

    address: str | None
    user_agent: str | None
