"""A merchant's first day, in the browser alone, on a service that knows nobody yet."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from http import HTTPStatus

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import free_port
from tests.browser.dashboard.desk import Desk
from tests.browser.dashboard.merchant_server import MerchantServer, running_merchant_server
from tests.browser.screens import DESKTOP, LANGUAGES, Language
from tests.browser.shop import Intent
from tests.browser.tab import Tab
from tests.browser.visitor import NewVisitor
from tests.dashboard.support.colleague import PASSWORD, PREFIX
from tests.engine import values
from tests.engine.processes import running_workers
from tests.engine.sandbox import Sandbox
from tests.support.postgres import Postgres
from tests.support.server import running_server

OWNER, DEVELOPER = "salma@olives.example", "omar@olives.example"
PAID = "payment_intent.succeeded"


@dataclass(frozen=True)
class FirstDay:
    language: Language
    url: str
    sandbox: Sandbox
    server: MerchantServer
    new_visitor: NewVisitor

    def new_desk(self) -> Desk:
        visitor = self.new_visitor(language=self.language, screen=DESKTOP)
        return Desk(visitor, self.url)

    def pay(self, reference: str) -> str:
        """The server makes an intent, a customer pays it at the checkout; the intent's uuid."""
        intent = Intent(self.server.create_intent(reference, 42_500))
        customer = self.new_visitor(language=self.language)
        tab = Tab(customer, self.sandbox.url)
        tab.open(intent).pay_by_wallet("sadad", values.SADAD_APPROVED)
        tab.shows("paid")
        return intent.uuid


@pytest.fixture(params=LANGUAGES)
def first_day(
    request: pytest.FixtureRequest,
    chromium: Browser,
    postgres: Postgres,
    sandbox: Sandbox,
) -> Iterator[FirstDay]:
    database_url = postgres.new_migrated_database()
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {"webhook_allow_private": "true", "sandbox_url": sandbox.url}
    with (
        running_server(database_url, 1, port, public_url=url, **settings) as service,
        running_workers(1, database_url, **settings),
        running_merchant_server(url) as server,
        ExitStack() as stack,
    ):
        new_visitor = NewVisitor(stack, chromium, url)
        yield FirstDay(request.param, url, sandbox, server, new_visitor)
    assert service.failures() == []


def test_from_nothing_to_a_team_that_takes_payments(first_day: FirstDay) -> None:
    owner, server = first_day.new_desk(), first_day.server
    sign_up(owner)
    create_application(owner, server)
    issue_credentials(owner, server)
    set_webhook(owner, server)

    first = first_day.pay("order-1")
    server.wait_until_heard(PAID, first)
    see_payment_and_its_delivery(owner, "order-1")

    server.is_broken = True
    second = first_day.pay("order-2")
    see_the_failed_try(owner, "order-2")
    assert server.count(PAID, second) == 0
    server.is_broken = False
    resend(owner)
    server.wait_until_heard(PAID, second)

    roll_secret(owner, server)
    third = first_day.pay("order-3")
    server.wait_until_heard(PAID, third)
    assert [server.count(PAID, one) for one in (first, second, third)] == [1, 1, 1]

    invitation = invite_developer(owner)
    developer = first_day.new_desk()
    join(developer, invitation)
    sign_out_and_in(developer)
    work_as_developer(developer)
    be_refused(developer)


def sign_up(desk: Desk) -> None:
    desk.open("/sign-up")
    desk.fill(name="سالمة علي", account_name="زيتون غريان", email=OWNER, password=PASSWORD)
    desk.send()
    desk.shows("people/applications")


def create_application(desk: Desk, server: MerchantServer) -> None:
    desk.press("new-application")
    desk.fill(name="متجر الزيت")
    desk.send()
    desk.shows("people/application_created")
    server.webhook_secret = desk.read_secret("webhook-secret")
    desk.press("to-application")
    desk.shows("application/overview")


def issue_credentials(desk: Desk, server: MerchantServer) -> None:
    """A pair of its own for the server, beside the one that came with the application."""
    for kind in ("api_key", "access_token"):
        desk.go_to_section("/credentials")
        desk.press("new-credential")
        desk.main(f"[value={kind}]").check()
        desk.fill(name="shop server")
        desk.press("issue")
        desk.shows("application/credential_issued")
        setattr(server, kind, desk.read_secret(kind))
    assert server.api_key.startswith("pk_")
    assert server.access_token.startswith("at_")


def set_webhook(desk: Desk, server: MerchantServer) -> None:
    desk.go_to_section("/webhook")
    desk.fill(url=server.webhook_url)
    desk.press("set-url")
    expect(desk.main("[role=status]")).to_be_visible()


def see_payment_and_its_delivery(desk: Desk, reference: str) -> None:
    open_payment(desk, reference)
    expect(desk.main("h2 [data-status=succeeded]")).to_be_visible()
    desk.comes_to_show(".story .tag-succeeded")
    desk.follow(desk.main(".story a"))
    desk.shows("application/delivery")
    expect(desk.main("[data-status=succeeded]")).to_be_visible()
    expect(desk.main("details.try")).to_have_count(1)
    expect(desk.main("details.try[open]")).to_contain_text("thank you")


def see_the_failed_try(desk: Desk, reference: str) -> None:
    open_payment(desk, reference)
    desk.follow(desk.main(".story a"))
    desk.comes_to_show("details.try[open]")
    expect(desk.main("details.try[open]")).to_contain_text("out of order")
    expect(desk.main("[data-status=retrying]")).to_be_visible()


def open_payment(desk: Desk, reference: str) -> None:
    desk.go_to_section("/payments")
    desk.fill(q=reference)
    desk.follow(desk.main("[type=submit]"))
    expect(desk.main("tr[data-uuid]")).to_have_count(1)
    desk.follow(desk.main("tr[data-uuid] a"))
    desk.shows("application/payment")
    expect(desk.main("dl").first).to_contain_text(reference)


def resend(desk: Desk) -> None:
    desk.press("resend")
    desk.comes_to_show("[data-status=succeeded]")
    by_hand = desk.main("details.try").first
    expect(by_hand).to_contain_text("thank you")


def roll_secret(desk: Desk, server: MerchantServer) -> None:
    desk.go_to_section("/webhook")
    desk.press("roll")
    desk.shows("application/webhook_roll")
    desk.press("roll")
    old, server.webhook_secret = server.webhook_secret, desk.read_secret("webhook-secret")
    assert server.webhook_secret.startswith("whsec_")
    assert server.webhook_secret != old


def invite_developer(desk: Desk) -> str:
    desk.go_to_section("/team")
    desk.press("invite")
    desk.fill(email=DEVELOPER)
    desk.main("[value=developer]").check()
    desk.send()
    desk.shows("people/invited")
    return desk.read_secret("invitation")


def join(desk: Desk, invitation: str) -> None:
    desk.open(invitation.partition("/dashboard")[2])
    desk.fill(name="عمر الناصر", password=PASSWORD)
    desk.press("accept")
    desk.shows("application/overview")


def sign_out_and_in(desk: Desk) -> None:
    desk.press("sign-out")
    desk.sign_in(DEVELOPER)
    desk.shows("application/overview")


def work_as_developer(desk: Desk) -> None:
    desk.go_to_section("/deliveries")
    expect(desk.main("tr[data-delivery]")).to_have_count(3)


def be_refused(desk: Desk) -> None:
    """What an owner alone may do is not offered, and not done for those who know its address."""
    expect(desk.page.locator("nav.sections a[href$='/settings']")).to_have_count(0)
    settings = desk.path.replace("/deliveries", "/settings")
    desk.go_to_section("/methods")
    expect(desk.main("[data-action=switch]")).to_have_count(0)
    desk.go_to_section("/team")
    expect(desk.main("[data-action=invite]")).to_have_count(0)
    for address in (settings, f"{desk.path}/invite"):
        assert desk.open(address.removeprefix(PREFIX)) == HTTPStatus.FORBIDDEN
        desk.shows("trouble")
