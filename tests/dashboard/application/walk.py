"""A walk in a browser that stops at every page about an application."""

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from uuid import UUID

from playwright.sync_api import Page, expect

from tests.dashboard.application.shop import Shop
from tests.dashboard.support.colleague import Colleague
from tests.support.checkout_form import Customer
from tests.webhooks.receiver import Receiver, answer
from wasl.domain.webhook_signature import signature

_DAYS = """
    INSERT INTO payment_days (application_id, day, method, succeeded, canceled, amount_minor)
    SELECT $1::uuid, (now() AT TIME ZONE 'Africa/Tripoli')::date - n, method, n % 7 + 1, 0,
        (n * 7919 % 41 + 1) * share * 1000
    FROM generate_series(1, 29) AS n,
        (VALUES ('card', 9), ('sadad', 4), ('edfali', 2)) AS by_method (method, share)
    UNION ALL
    SELECT $1::uuid, (now() AT TIME ZONE 'Africa/Tripoli')::date - n, '', 0, n % 4, 0
    FROM generate_series(1, 29) AS n
    ON CONFLICT DO NOTHING
"""


def bring_session(page: Page, person: Colleague, url: str) -> None:
    """The browser goes on where this person is signed in."""
    cookies = [
        {"name": cookie.name, "value": cookie.value or "", "url": url}
        for cookie in person.client.cookies.jar
        if cookie.name in ("wasl_session", "wasl_form")
    ]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


class Walker:
    def __init__(
        self, page: Page, shop: Shop, live_shop: Shop, receiver: Receiver, language: str
    ) -> None:
        self.page = page
        self._shop = shop
        self._live_shop = live_shop
        self._receiver = receiver
        self._language = language

    def open(self, path: str, shop: Shop | None = None) -> None:
        url = f"{self._shop.service.url}/dashboard{(shop or self._shop).path(path)}"
        self.page.goto(url + ("&" if "?" in url else "?") + f"lang={self._language}")

    def press(self, action: str) -> None:
        with self.page.expect_navigation():
            self.page.locator(f"main [data-action={action}]").first.click()

    def shows(self, name: str) -> str:
        html = f"html[lang={self._language}]"
        expect(self.page.locator(f'{html} main[data-page="application/{name}"]')).to_be_visible()
        return name

    # The way through all of it.

    def all(self) -> Iterator[str]:
        yield from self._find_nothing()
        yield from self._issue()
        yield from self._set_up_webhook()
        yield from self._take_payments()
        yield from self._follow_deliveries()
        yield from self._check_signatures()
        yield from self._set_up_methods()

    def _find_nothing(self) -> Iterator[str]:
        for name in ("overview", "payments", "deliveries"):
            self.open(f"/{name}")
            self.shows(name)
            yield f"{name}-none"
        self.open("/payments?q=nothing&amount=much&from=never")
        self.shows("payments")
        yield "payments-no-match"

    def _issue(self) -> Iterator[str]:
        self.open("/credentials")
        yield self.shows("credentials")
        self.press("new-credential")
        yield self.shows("credential_new")
        self.page.locator("[name=name]").fill("خادم المتجر")
        self.page.locator("[name=expires_at]").fill("2020-01-01")
        self.press("issue")
        self.shows("credential_new")
        yield "credential_new-refused"
        tomorrow = datetime.now(UTC) + timedelta(days=1)
        self.page.locator("[name=expires_at]").fill(f"{tomorrow:%Y-%m-%d}")
        self.press("issue")
        yield self.shows("credential_issued")
        self.open("/credentials")
        self.page.locator("details.more-to-do summary").first.click()
        self.press("revoke")
        self.page.locator(".behind summary, .more-to-do summary").first.click()
        self.shows("credentials")
        yield "credentials-revoked"

    def _set_up_webhook(self) -> Iterator[str]:
        self.open("/webhook")
        yield self.shows("webhook")
        self.page.locator("[name=url]").fill("https://169.254.169.254/hook")
        self.press("set-url")
        self.shows("webhook")
        yield "webhook-refused"
        self.page.locator("[name=url]").fill(self._receiver.url())
        self.press("set-url")
        self.open("/deliveries")
        self.shows("deliveries")
        yield "deliveries-none-yet"
        self.open("/webhook")
        self.press("send-test")
        # By itself, where there is a script.
        self._until_shown("[data-status=succeeded]")
        yield self.shows("delivery")

    def _take_payments(self) -> Iterator[str]:
        self._receiver.otherwise = answer(500, b'{"error": "the shop is closed"}')
        created = self._shop.create(
            description="زيت زيتون، 5 لترات", metadata={"basket": "17"}, return_url="https://a.b/c"
        )
        _apart(lambda: asyncio.run(_pay(self._shop.service.url, UUID(created["uuid"]))))
        self._shop.create(description="صابون")
        _apart(self._seed)
        self.open("/overview")
        self.page.locator(".behind summary").first.click()
        yield self.shows("overview")
        self.open("/payments")
        yield self.shows("payments")
        self.open(f"/payments/{created['uuid']}")
        yield self.shows("payment")

    def _seed(self) -> None:
        for number in range(12):
            self._shop.seed_payment(
                status=("succeeded", "canceled", "succeeded", "processing")[number % 4],
                method=("card", "sadad", "edfali")[number % 3],
                amount_minor=12_500 * (number + 1),
                age=timedelta(hours=5 * number + 1),
            )
        self._shop.service.database.execute(_DAYS, self._shop.id)

    def _follow_deliveries(self) -> Iterator[str]:
        self.open("/webhook/roll")
        yield self.shows("webhook_roll")
        self.press("roll")
        self.shows("webhook_roll")
        yield "webhook_roll-done"
        self.open("/webhook")
        self.shows("webhook")
        yield "webhook-rolled"
        _apart(self._give_up)
        self.open("/deliveries")
        self.page.locator(".more-to-do summary").click()
        yield self.shows("deliveries")
        self.page.locator("tr[data-delivery] a").first.click()
        self.page.locator("main[data-page='application/delivery']").wait_for()
        self.page.locator("details.try").first.wait_for()
        yield "delivery-failed"
        self._receiver.otherwise = answer(200, b"ok")
        self.press("resend")
        self._until_shown("[data-status=succeeded]")
        yield "delivery-resent"

    def _give_up(self) -> None:
        self._shop.service.database.execute(
            "UPDATE deliveries SET status = 'failed' WHERE application_id = $1 AND NOT is_test",
            self._shop.id,
        )

    def _check_signatures(self) -> Iterator[str]:
        body = json.dumps({"id": "x", "event": "payment_intent.succeeded", "data": {"uuid": "y"}})
        self.open("/webhook/signature")
        yield self.shows("signature")
        self.page.locator("[name=body]").fill(body)
        self.page.locator("[name=signature]").fill(signature(self._shop.secret, b"other").upper())
        self.press("check")
        self.shows("signature")
        yield "signature-unknown"
        self.page.locator("[name=signature]").fill(signature(self._shop.secret, body.encode()))
        self.press("check")
        self.shows("signature")
        yield "signature-old"
        self.page.locator("[name=secret]").fill(self._shop.secret)
        self.press("check")
        self.shows("signature")
        yield "signature-verifies"

    def _set_up_methods(self) -> Iterator[str]:
        self.open("/methods")
        yield self.shows("methods")
        self.open("/methods", self._live_shop)
        self.shows("methods")
        yield "methods-live"
        self.open("/methods/card/account", self._live_shop)
        yield self.shows("provider_account")
        self.page.locator("[name=merchant_id]").fill("10081014649")
        self.page.locator("[name=terminal_id]").fill("99179395")
        self.page.locator("[name=merchant_key]").fill("not hexadecimal")
        self.press("set-account")
        self.shows("provider_account")
        yield "provider_account-refused"
        self.page.locator("[name=merchant_id]").fill("10081014649")
        self.page.locator("[name=terminal_id]").fill("99179395")
        self.page.locator("[name=merchant_key]").fill("00112233445566778899AABBCCDDEEFF")
        self.press("set-account")
        self.press("check")
        self.shows("provider_account")
        yield "provider_account-fails"
        self.open("/methods", self._live_shop)
        self.shows("methods")
        yield "methods-with-account"

    def _until_shown(self, selector: str) -> None:
        """The page follows by itself; without a script it is loaded again by hand."""
        place = self.page.locator(f"main {selector}")
        for _ in range(20):
            try:
                place.wait_for(timeout=1_000)
            except Exception:  # noqa: BLE001 - not yet
                if not self.page.evaluate("typeof window.htmx === 'object'"):
                    self.page.reload()
            else:
                return
        raise AssertionError(f"{selector} never came")


def _apart(work: Callable[[], object]) -> None:
    """In a thread without the event loop that Playwright keeps in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(work).result()


async def _pay(url: str, intent: UUID) -> None:
    async with Customer(url, intent) as customer:
        await customer.look(lang="en")
        await customer.send("start", method="sadad", phone="0910000001", birth_year="1990")
        await customer.send("code", code="111111")
        assert customer.page == "paid"
