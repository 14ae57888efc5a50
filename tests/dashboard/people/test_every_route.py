"""Every declared route × everybody who might come × ids of their own, of others and of nobody."""

import re
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from tests.dashboard.support.colleague import Colleague
from tests.dashboard.support.declared import PEOPLE_ROUTES as ROUTES
from tests.dashboard.support.likeness import without_what_varies
from tests.dashboard.support.team import invite, join
from tests.support.service import Service
from wasl.dashboard.gate import DashboardRoute, Who
from wasl.domain.access import Permission, Role

# Those who work in the account, someone who works in another one, and nobody.
STRANGER, NOBODY = "stranger", "nobody"
EVERYBODY = (*Role, STRANGER, NOBODY)
# Of the account; of the stranger's; of none; no uuid at all; the account's, but a part of another.
THEIRS, ANOTHERS, NOBODYS, NONSENSE, MIXED = "theirs", "another's", "nobody's", "nonsense", "mixed"

_PARAMETER = re.compile(r"\{(\w+)\}")


@dataclass
class Office:
    """Two accounts, each with an application, a spare member and an open invitation."""

    desk: Service
    people: dict[str, Colleague] = field(default_factory=dict)
    ids: dict[str, dict[str, str]] = field(default_factory=dict)
    csrf: dict[str, str] = field(default_factory=dict)
    was_changed: bool = True

    def put_right(self) -> None:
        """As at the beginning, whatever was allowed to happen."""
        if not self.was_changed:
            return
        self.was_changed = False
        for whose in (THEIRS, ANOTHERS):
            ids = self.ids[whose]
            for user, role in self.roles(whose).items():
                self.desk.database.execute(
                    "INSERT INTO memberships VALUES ($1, $2, $3, now())"
                    " ON CONFLICT (account_id, user_id) DO UPDATE SET role = $3",
                    *(ids["account"], user, role),
                )
            self.desk.database.execute(
                "UPDATE invitations SET withdrawn_at = NULL WHERE id = $1", ids["invitation"]
            )
        for name, person in self.people.items():
            if name != NOBODY and person.open("/profile").name != "people/profile":
                person.sign_in()
            self.csrf[name] = _csrf(person)

    def roles(self, whose: str) -> dict[str, str]:
        insiders = list(Role) if whose == THEIRS else [STRANGER]
        found = {
            self.user_id(name): name if name in set(Role) else "owner"
            for name in map(str, insiders)
        }
        return found | {self.ids[whose]["member"]: "viewer"}

    def user_id(self, name: str) -> str:
        email = self.people[name].email
        return str(self.desk.database.value("SELECT id FROM users WHERE email = $1", email))

    def state(self) -> list[Any]:
        """Everything that a request which is refused must leave as it is."""
        return [
            self.desk.database.fetch(f"SELECT * FROM {table} ORDER BY 1, 2")
            for table in ("accounts", "applications", "memberships", "invitations", "users")
        ] + [self.desk.database.value("SELECT count(*) FROM audit_log")]

    def ask(self, route: DashboardRoute, who: str, whose: str) -> httpx.Response:
        path = "/dashboard" + _PARAMETER.sub(lambda found: self._id(found[1], whose), route.path)
        client = self.people[who].client
        if route.method == "GET":
            return client.get(path)
        email = f"{uuid.uuid4()}@shop.example"
        typed = {"csrf": self.csrf[who], "email": email, "role": "viewer"}
        typed["form_id"] = str(uuid.uuid4())
        return client.post(path, data=typed)

    def _id(self, name: str, whose: str) -> str:
        if name == "token":
            return "inv_nobody-made-this"
        if whose == MIXED:
            return self.ids[THEIRS if name in ("account", "application") else ANOTHERS][name]
        if whose in self.ids:
            return self.ids[whose][name]
        return str(uuid.uuid4()) if whose == NOBODYS else "not-a-uuid"


@pytest.fixture(scope="module")
def office(desk: Service) -> Iterator[Office]:
    with ExitStack() as stack:
        people = {
            str(name): stack.enter_context(Colleague(desk.url, address=f"10.9.0.{number}"))
            for number, name in enumerate(EVERYBODY)
        }
        office = Office(desk, people)
        owner = people["owner"].sign_up()
        account = owner.own_account()
        for role in (Role.DEVELOPER, Role.VIEWER):
            join(people[role], invite(owner, account, people[role].email, role))
        people[STRANGER].sign_up("Strangers")
        for whose, name in ((THEIRS, "owner"), (ANOTHERS, STRANGER)):
            office.ids[whose] = _furnish(stack, desk, people[name])
        yield office


def _furnish(stack: ExitStack, desk: Service, owner: Colleague) -> dict[str, str]:
    account = owner.own_account()
    owner.create_application(account)
    spare = stack.enter_context(Colleague(desk.url))
    join(spare, invite(owner, account, spare.email, "viewer"))
    invite(owner, account, f"invited-by-{owner.email}", "viewer")
    return {
        "account": account,
        "application": str(_value(desk, "applications", "account_id", uuid.UUID(account))),
        "member": str(_value(desk, "users", "email", spare.email)),
        "invitation": str(_value(desk, "invitations", "email", f"invited-by-{owner.email}")),
    }


def _value(desk: Service, table: str, column: str, wanted: object) -> object:
    found: object = desk.database.value(f"SELECT id FROM {table} WHERE {column} = $1", wanted)
    return found


def _csrf(person: Colleague) -> str:
    page = person.open("/profile")
    return page.form("/sign-out" if page.name == "people/profile" else "/sign-in").fields["csrf"]


def _cases() -> Iterator[Any]:
    for route in ROUTES:
        names = set(_PARAMETER.findall(route.path)) - {"token"}
        kinds = [THEIRS, ANOTHERS, NOBODYS, NONSENSE] if names else [THEIRS]
        if names & {"member", "invitation"}:
            kinds.append(MIXED)
        for who in EVERYBODY:
            for whose in kinds:
                if (who, whose) != (STRANGER, ANOTHERS):
                    label = f"{route.method} {route.path or '/'}-{who}-{whose}"
                    yield pytest.param(route, str(who), whose, id=label)


def _expected(route: DashboardRoute, who: str, whose: str) -> str:
    if route.access is Who.ANYBODY:
        return "not found" if "{token}" in route.path else "shown"
    if who == NOBODY:
        return "sign in"
    if not set(_PARAMETER.findall(route.path)):
        return "shown"
    if who == STRANGER or whose not in (THEIRS, MIXED):
        return "not found"
    if isinstance(route.access, Permission) and not Role(who).allows(route.access):
        return "not permitted"
    return "not found" if whose == MIXED else "shown"


def _told(answer: httpx.Response) -> str:
    location = answer.headers.get("location", "")
    if answer.status_code == 303 and location.startswith("/dashboard/sign-in?next="):
        return "sign in"
    if answer.status_code == 303 and location == "/dashboard/sign-in":
        return "sign in"
    return {200: "shown", 303: "shown", 403: "not permitted", 404: "not found"}.get(
        answer.status_code, str(answer.status_code)
    )


@pytest.mark.parametrize(("route", "who", "whose"), list(_cases()))
def test_each_gets_the_right_answer_and_a_refusal_changes_nothing(
    office: Office, route: DashboardRoute, who: str, whose: str
) -> None:
    office.put_right()
    before = office.state()
    answer = office.ask(route, who, whose)
    expected = _expected(route, who, whose)
    if route.path == "/sign-out" and who != NOBODY:
        expected = "sign in"
    assert _told(answer) == expected, answer.text
    if route.method == "POST" and answer.status_code in (200, 303):
        office.was_changed = True
    if expected != "shown":
        assert office.state() == before


@pytest.mark.parametrize("who", [*Role, STRANGER])
@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES if "{account}" in route.path or "{application}" in route.path],
    ids=lambda route: f"{route.method} {route.path}",
)
def test_what_is_another_accounts_looks_like_what_is_not_there(
    office: Office, route: DashboardRoute, who: str
) -> None:
    office.put_right()
    theirs = THEIRS if who == STRANGER else ANOTHERS
    known, unknown, nonsense = [
        without_what_varies(office.ask(route, who, whose)) for whose in (theirs, NOBODYS, NONSENSE)
    ]
    assert known == unknown == nonsense


def test_every_route_is_walked_by_its_declaration() -> None:
    assert len(ROUTES) == len({(route.method, route.path) for route in ROUTES}) >= 30
    in_account = [route for route in ROUTES if "{account}" in route.path]
    # What names an account or an application is open to roles, never to everybody.
    assert all(
        isinstance(route.access, Permission) or route.path == "/profile/accounts/{account}/leave"
        for route in in_account
    )
