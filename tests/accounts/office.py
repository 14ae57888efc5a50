"""Drives the services of the dashboard from plain functions, at a time that the test moves."""

import asyncio
import itertools
import json
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import asyncpg

from tests.support.cli import SECRET_KEY
from wasl.account_services import AccountServices
from wasl.bootstrap import services_on
from wasl.config import Settings
from wasl.domain.access import Role
from wasl.domain.application import Method, Mode
from wasl.domain.person import Browser, Person
from wasl.services.create_application import IssuedApplication
from wasl.services.new_user import NewUser
from wasl.services.recognise_session import Visitor
from wasl.services.sign_in import SecondStepNeeded
from wasl.services.start_session import SignedIn

Result = TypeVar("Result")

PASSWORD = "a camel in the rain"
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
LINK_START = "https://pay.example/dashboard"
_WAITING = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"


@dataclass(frozen=True)
class Someone:
    """Signed up and signed in."""

    email: str
    token: str
    person: Person
    account_id: UUID

    @property
    def user_id(self) -> UUID:
        return self.person.user_id


class Office:
    """Every address and e-mail is used by one test alone, so that tests share a database."""

    _numbers = itertools.count(1)

    def __init__(self, database_url: str, **settings: Any) -> None:
        self.database_url = database_url
        self.now = START
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        chosen: dict[str, Any] = {"public_url": "https://pay.example"} | settings
        configured = Settings(
            _env_file=None, database_url=database_url, secret_key=SECRET_KEY, **chosen
        )
        entered = self._stack.enter_async_context(services_on(configured, database_url))
        self.all_services = self.run(entered)
        self.services: AccountServices = self.all_services.accounts
        self._sql = self.run(_connect(database_url))

    def close(self) -> None:
        self.run(self._sql.close())
        self.run(self._stack.aclose())
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self._runner.run(work)

    def at_once(self, *works: Coroutine[Any, Any, Any]) -> list[Any]:
        """All together; an error takes the place of its result."""

        async def gather() -> list[Any]:
            return await asyncio.gather(*works, return_exceptions=True)

        return self.run(gather())

    def at_once_behind_a_lock(
        self, lock: str, locked: UUID, *works: Coroutine[Any, Any, Any]
    ) -> list[Any]:
        """All together, let go when every one of them waits for what is locked."""

        async def gather() -> list[Any]:
            async with self._sql.transaction():
                await self._sql.execute(lock, locked)
                tasks = [asyncio.ensure_future(work) for work in works]
                async with asyncio.timeout(20):
                    while await self._sql.fetchval(_WAITING) < len(tasks):  # noqa: ASYNC110
                        await asyncio.sleep(0.01)
            return await asyncio.gather(*tasks, return_exceptions=True)

        return self.run(gather())

    def pass_time(self, **time: float) -> None:
        self.now += timedelta(**time)

    def fetch(self, sql: str, *arguments: object) -> list[asyncpg.Record]:
        return self.run(self._sql.fetch(sql, *arguments))

    def execute(self, sql: str, *arguments: object) -> str:
        return self.run(self._sql.execute(sql, *arguments))

    def value(self, sql: str, *arguments: object) -> Any:
        return self.fetch(sql, *arguments)[0][0]

    # What people do.

    def new_email(self) -> str:
        return f"person-{next(self._numbers)}@shop.example"

    def new_browser(self) -> Browser:
        number = next(self._numbers)
        return Browser(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", "Firefox")

    def sign_up(self, email: str | None = None, name: str = "Salma") -> Someone:
        email = email or self.new_email()
        browser = self.new_browser()
        new = NewUser(email, name, PASSWORD, "ar")
        signed_in = self.run(
            self.services.sign_up(new, f"Shop of {email}", browser, None, self.now)
        )
        [account] = self.run(self.services.list_accounts_of(signed_in.user_id))
        person = self.recognise(signed_in.token, browser.address).person
        return Someone(email, signed_in.token, person, account.account_id)

    def join(self, owner: Someone, role: Role) -> Someone:
        """A new user in the owner's account; their own address and browser."""
        email = self.new_email()
        browser = self.new_browser()
        token = self.invite(owner, email, role)
        accepted = self.services.accept_invitation.as_new_user(
            token, "Omar", PASSWORD, "en", browser, None, self.now
        )
        signed_in = self.run(accepted)
        person = self.recognise(signed_in.token, browser.address).person
        return Someone(email, signed_in.token, person, owner.account_id)

    def invite(self, owner: Someone, email: str, role: Role = Role.DEVELOPER) -> str:
        """The token of the link."""
        invited = self.run(
            self.services.invite_member(owner.person, owner.account_id, email, role, "ar", self.now)
        )
        return token_of(invited.link)

    def sign_in(
        self,
        email: str,
        password: str = PASSWORD,
        browser: Browser | None = None,
        previous_token: str | None = None,
    ) -> SignedIn | SecondStepNeeded:
        chosen = browser or self.new_browser()
        return self.run(self.services.sign_in(email, password, chosen, previous_token, self.now))

    def signed_in(self, email: str, password: str = PASSWORD) -> str:
        """The token of a new session."""
        done = self.sign_in(email, password)
        assert isinstance(done, SignedIn)
        return done.token

    def recognise(self, token: str, address: str | None = None) -> Visitor:
        return self.run(self.services.recognise_session(token, address, self.now))

    def add_application(self, owner: Someone) -> IssuedApplication:
        return self.run(
            self.services.add_application(
                owner.person, owner.account_id, "Shop", Mode.TEST, list(Method), self.now
            )
        )

    def audit(self, account_id: UUID, action: str) -> list[dict[str, Any]]:
        """Oldest first."""
        rows = self.fetch(
            "SELECT actor, user_id, address, application_id, subject, detail, created_at "
            "FROM audit_log WHERE account_id = $1 AND action = $2 ORDER BY id",
            account_id,
            action,
        )
        return [dict(row) | {"detail": json.loads(row["detail"])} for row in rows]


def token_of(link: str) -> str:
    assert link.startswith(LINK_START)
    return link.rpartition("/")[2]


async def _connect(url: str) -> asyncpg.Connection:
    return await asyncpg.connect(url)
