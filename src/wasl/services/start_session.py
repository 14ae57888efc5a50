"""Begin a session, with a new token at every sign-in and at every change of how to sign in."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.credentials import digest
from wasl.domain.errors import SessionOver
from wasl.domain.payment_intent import new_uuid
from wasl.domain.person import Actor, Browser, Person
from wasl.domain.secret_token import SESSION_PREFIX, new_token
from wasl.domain.session import LIFETIME, idle_end
from wasl.storage import audit_log, second_steps, sessions
from wasl.storage.pool import Connection
from wasl.storage.sessions import Session


class SignedIn(NamedTuple):
    """`token` is for the browser alone: the only time it is seen in clear."""

    token: str
    ends_at: datetime
    user_id: UUID


class NewSession(NamedTuple):
    user_id: UUID
    email: str
    browser: Browser
    # The one the browser had before: it ends.
    previous_token: str | None
    # What was shown to prove who it is: for the audit log.
    by: str


async def start_session(connection: Connection, new: NewSession, now: datetime) -> SignedIn:
    token = new_token(SESSION_PREFIX)
    ends_at = now + LIFETIME
    session = Session(
        id=new_uuid(now),
        digest=digest(token),
        user_id=new.user_id,
        created_at=now,
        last_seen_at=now,
        idle_ends_at=idle_end(now, ends_at),
        ends_at=ends_at,
        address=new.browser.address,
        user_agent=_cut(new.browser.user_agent),
        password_confirmed_at=now,
    )
    if new.previous_token:
        await sessions.end(connection, digest(new.previous_token))
    await sessions.forget_ended_of(connection, new.user_id, now)
    await second_steps.forget_ended_of(connection, new.user_id, now)
    await sessions.insert(connection, session)
    await audit_log.append_for_user(
        connection,
        user_id=new.user_id,
        actor=Actor(new.user_id, new.email, new.browser.address),
        action="user.signed_in",
        detail={"by": new.by, "user_agent": session.user_agent},
        now=now,
    )
    return SignedIn(token, ends_at, new.user_id)


async def renew_session(connection: Connection, person: Person, now: datetime) -> SignedIn:
    """The same browser by a new token: whoever has copied the old one is out."""
    token = new_token(SESSION_PREFIX)
    ends_at = await sessions.renew(
        connection, person.session_id, person.user_id, digest(token), now
    )
    if ends_at is None:
        raise SessionOver
    return SignedIn(token, ends_at, person.user_id)


def _cut(user_agent: str | None) -> str | None:
    return user_agent and "".join(c for c in user_agent[:300] if c.isprintable())
