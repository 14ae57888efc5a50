"""Every route of an application × everybody who might come × ids of their own and of others."""

import re
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from tests.dashboard.application.conftest import service_settings
from tests.dashboard.application.shop import Shop, open_shop
from tests.dashboard.application.test_deliveries import seed
from tests.dashboard.support.colleague import Colleague
from tests.dashboard.support.declared import APPLICATION_ROUTES as ROUTES
from tests.dashboard.support.likeness import without_what_varies
from tests.dashboard.support.team import invite, join
from tests.engine.sandbox import Sandbox
from tests.support.postgres import Postgres
from tests.support.service import Service, running_service
from wasl.dashboard.gate import DashboardRoute
from wasl.domain.access import Permission, Role

STRANGER, NOBODY = "stranger", "nobody"
EVERYBODY = (*(role.value for role in Role), STRANGER, NOBODY)
# Of the application; of the stranger's; of none; no uuid at all; the application's, but a part of
# the stranger's.
THEIRS, ANOTHERS, NOBODYS, NONSENSE, MIXED = "theirs", "another's", "nobody's", "nonsense", "mixed"
PARTS = {"payment", "delivery", "credential"}

_PARAMETER = re.compile(r"\{(\w+)\}")


@dataclass
class Market:
    """Two accounts, each with a live application, a payment, a delivery and a credential."""

    till: Service
    people: dict[str, Colleague] = field(default_factory=dict)
    shops: dict[str, Shop] = field(default_factory=dict)
    ids: dict[str, dict[str, str]] = field(default_factory=dict)
    csrf: dict[str, str] = field(default_factory=dict)

    def state(self) -> list[Any]:
        """Everything that a request which is refused must leave as it is."""
        tables = ("applications", "provider_accounts", "delivery_queue", "deliveries")
        columns = "id, revoked_at, name"
        return [
            *(self.till.database.fetch(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables),
            self.till.database.fetch(f"SELECT {columns} FROM credentials ORDER BY id"),
            self.till.database.value("SELECT count(*) FROM audit_log"),
        ]

    def put_right(self) -> None:
        """As at the beginning, whatever was allowed to happen."""
        for ids in self.ids.values():
            self.till.database.execute(
                "UPDATE credentials SET revoked_at = NULL WHERE id = $1", ids["credential"]
            )
            self.till.database.execute(
                "UPDATE applications SET webhook_url = 'http://127.0.0.1:9/hook' WHERE id = $1",
                ids["application"],
            )
        self.till.database.execute("UPDATE sessions SET password_confirmed_at = now()")

    def ask(self, route: DashboardRoute, who: str, whose: str) -> httpx.Response:
        path = "/dashboard" + _PARAMETER.sub(lambda found: self._id(found[1], whose), route.path)
        client = self.people[who].client
        if route.method == "GET":
            return client.get(path)
        return client.post(path, data={"csrf": self.csrf[who], **self._typed(route)})

    def _typed(self, route: DashboardRoute) -> dict[str, str]:
        """Something that each form would take."""
        if route.path.endswith("/credentials/new"):
            return {"kind": "api_key", "name": "till", "form_id": str(uuid.uuid4())}
        if route.path.endswith("/roll"):
            return {"form_id": str(uuid.uuid4())}
        if route.path.endswith("/account"):
            return {"token": "a-token"}
        if route.path.endswith("/switch"):
            return {"card": "on", "sadad": "on"}
        return {
            "since": "2026-01-01",
            "url": "http://127.0.0.1:9/",
            "body": "{}",
            "signature": "00",
        }

    def _id(self, name: str, whose: str) -> str:
        if name == "method":
            return "sadad" if whose != NONSENSE else "cash"
        if whose == MIXED:
            return self.ids[ANOTHERS if name in PARTS else THEIRS][name]
        if whose in self.ids:
            return self.ids[whose][name]
        return str(uuid.uuid4()) if whose == NOBODYS else "not-a-uuid"


@pytest.fixture(scope="module")
def quiet_till(postgres: Postgres, simulators: Sandbox) -> Iterator[Service]:
    """No worker runs here: what changes was changed by a request."""
    database_url = postgres.new_migrated_database()
    with running_service(database_url, **service_settings(simulators.url)) as running:
        yield running
    assert running.process.failures() == []


@pytest.fixture(scope="module")
def market(quiet_till: Service) -> Iterator[Market]:
    with ExitStack() as stack:
        people = {
            name: stack.enter_context(Colleague(quiet_till.url, address=f"10.7.0.{number}"))
            for number, name in enumerate(EVERYBODY)
        }
        market = Market(quiet_till, people)
        owner = people["owner"].sign_up()
        account = owner.own_account()
        for role in (Role.DEVELOPER, Role.VIEWER):
            join(people[role], invite(owner, account, people[role].email, role))
        people[STRANGER].sign_up("Strangers")
        for whose, name in ((THEIRS, "owner"), (ANOTHERS, STRANGER)):
            shop = open_shop(quiet_till, people[name], mode="live")
            market.shops[whose] = shop
            market.ids[whose] = _furnish(shop)
        for name, person in people.items():
            market.csrf[name] = _csrf(person)
        yield market


def _furnish(shop: Shop) -> dict[str, str]:
    shop.open("/methods/sadad/account")
    shop.owner.send("/sadad/account", token="a-token")
    intent = shop.seed_payment()
    credential = shop.service.database.value(
        "SELECT id FROM credentials WHERE application_id = $1 LIMIT 1", shop.id
    )
    return {
        "application": shop.id,
        "payment": str(intent),
        "delivery": str(seed(shop, "failed", intent=intent)),
        "credential": str(credential),
    }


def _csrf(person: Colleague) -> str:
    page = person.open("/profile")
    return page.form("/sign-out" if page.name == "people/profile" else "/sign-in").fields["csrf"]


def _cases() -> Iterator[Any]:
    for route in ROUTES:
        kinds = [THEIRS, ANOTHERS, NOBODYS, NONSENSE]
        if PARTS & set(_PARAMETER.findall(route.path)):
            kinds.append(MIXED)
        for who in EVERYBODY:
            for whose in kinds:
                if (who, whose) != (STRANGER, ANOTHERS):
                    label = f"{route.method} {route.path}-{who}-{whose}"
                    yield pytest.param(route, who, whose, id=label)


def _expected(route: DashboardRoute, who: str, whose: str) -> str:
    if who == NOBODY:
        return "sign in"
    if who == STRANGER or whose not in (THEIRS, MIXED):
        return "not found"
    assert isinstance(route.access, Permission)
    if not Role(who).allows(route.access):
        return "not permitted"
    return "not found" if whose == MIXED else "done"


def _told(answer: httpx.Response) -> str:
    location = answer.headers.get("location", "")
    if answer.status_code == 303 and location.startswith("/dashboard/sign-in"):
        return "sign in"
    names = {200: "done", 303: "done", 403: "not permitted", 404: "not found"}
    return names.get(answer.status_code, str(answer.status_code))


@pytest.mark.parametrize(("route", "who", "whose"), list(_cases()))
def test_each_gets_the_right_answer_and_a_refusal_changes_nothing(
    market: Market, route: DashboardRoute, who: str, whose: str
) -> None:
    market.put_right()
    if route.path.endswith(("/remove", "/check")) and (who, whose) == ("owner", THEIRS):
        _enter_account(market)
    before = market.state()
    answer = market.ask(route, who, whose)
    expected = _expected(route, who, whose)
    assert _told(answer) == expected, answer.text
    if expected != "done" or route.method == "GET":
        assert market.state() == before


def _enter_account(market: Market) -> None:
    shop = market.shops[THEIRS]
    shop.open("/methods/sadad/account")
    shop.owner.send("/sadad/account", token="a-token")


@pytest.mark.parametrize("who", [*(role.value for role in Role), STRANGER])
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_what_is_another_accounts_looks_like_what_is_not_there(
    market: Market, route: DashboardRoute, who: str
) -> None:
    market.put_right()
    theirs = THEIRS if who == STRANGER else ANOTHERS
    known, unknown, nonsense = [
        without_what_varies(market.ask(route, who, whose)) for whose in (theirs, NOBODYS, NONSENSE)
    ]
    assert known[0] == 404
    assert known == unknown == nonsense


def test_every_route_of_an_application_needs_a_permission() -> None:
    assert len(ROUTES) > 20
    assert all(isinstance(route.access, Permission) for route in ROUTES)
    assert all("{application}" in route.path for route in ROUTES)


def test_roles_may_do_what_the_design_gives_them() -> None:
    """Written out, so that a change of the table is seen here."""
    may = {
        role.value: {
            f"{route.method} {route.path.removeprefix('/applications/{application}')}"
            for route in ROUTES
            if isinstance(route.access, Permission) and role.allows(route.access)
        }
        for role in Role
    }
    everything = may["owner"]
    assert len(everything) == len(ROUTES)
    assert everything - may["developer"] == {
        "POST /methods/switch",
        "GET /methods/{method}/account",
        "POST /methods/{method}/account",
        "POST /methods/{method}/account/remove",
        "POST /methods/{method}/account/check",
    }
    assert may["viewer"] == {
        *("GET /overview", "GET /payments", "GET /payments.csv", "GET /payments/{payment}"),
    }


def test_a_viewer_sees_no_way_to_what_is_not_theirs(market: Market) -> None:
    viewer = market.people["viewer"]
    page = viewer.open(market.shops[THEIRS].path("/overview"))
    for closed in ("/deliveries", "/webhook", "/credentials", "/methods"):
        assert not [link for link in page.links if link.endswith(closed)], closed
    shown = viewer.open(market.shops[THEIRS].path(f"/payments/{market.ids[THEIRS]['payment']}"))
    assert market.ids[THEIRS]["delivery"] not in shown.answer.text
