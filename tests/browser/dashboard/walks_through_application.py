"""Walks that stop at every page about an application."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.browser.dashboard.company import Company
from tests.browser.dashboard.desk import Desk
from tests.dashboard.application.shop import Shop
from tests.webhooks.receiver import answer
from wasl.domain.webhook_signature import signature


def _shop_at(desk: Desk, company: Company, mode: str = "test") -> Shop:
    shop = company.new_shop(mode)
    desk.sign_in_as(shop.owner)
    return shop


def find_nothing(desk: Desk, company: Company) -> Iterator[str]:
    shop = _shop_at(desk, company)
    for name in ("overview", "payments", "deliveries"):
        desk.open(shop.path(f"/{name}"))
        yield desk.shows(f"application/{name}") + "-none"
    desk.open(shop.path("/payments?q=nothing&amount=much&from=never"))
    yield desk.shows("application/payments") + "-no-match"
    desk.open(shop.path("/deliveries?status=failed&from=never"))
    yield desk.shows("application/deliveries") + "-no-match"


def issue_credentials(desk: Desk, company: Company) -> Iterator[str]:
    shop = _shop_at(desk, company)
    desk.open(shop.path("/credentials"))
    desk.main("[data-credential]:has(details + details) summary").first.click()
    yield desk.shows("application/credentials")
    desk.press("new-credential")
    yield desk.shows("application/credential_new")
    desk.fill(name="خادم المتجر", expires_at="2020-01-01")
    desk.press("issue")
    desk.shows_error_at("expires_at")
    yield desk.shows("application/credential_new") + "-refused"
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    desk.fill(expires_at=f"{tomorrow:%Y-%m-%d}")
    desk.press("issue")
    yield desk.shows("application/credential_issued")
    desk.go_to_section("/credentials")
    while desk.main("[data-credential]").count():
        desk.main("[data-credential] details:last-child summary").first.click()
        desk.press("revoke")
        desk.shows("application/credentials")
    yield desk.shows("application/credentials") + "-none"
    desk.follow(desk.main("[data-action=show-revoked]"))
    yield desk.shows("application/credentials") + "-all-revoked"


def set_up_webhook(desk: Desk, company: Company) -> Iterator[str]:
    shop = _shop_at(desk, company)
    desk.open(shop.path("/webhook"))
    yield desk.shows("application/webhook") + "-none"
    desk.fill(url="https://169.254.169.254/hook")
    desk.press("set-url")
    desk.shows_error_at("url")
    yield desk.shows("application/webhook") + "-refused"
    desk.fill(url=company.hook_of(shop))
    desk.press("set-url")
    yield desk.shows("application/webhook")
    desk.go_to_section("/deliveries")
    yield desk.shows("application/deliveries") + "-none-yet"
    desk.go_to_section("/webhook")
    desk.press("send-test")
    desk.comes_to_show("[data-status=succeeded]")
    yield desk.shows("application/delivery") + "-test"


def take_payments(desk: Desk, company: Company) -> Iterator[str]:
    shop = _shop_at(desk, company)
    company.set_hook(shop)
    shop.create(description="صابون", return_url="https://shop.example/" + "orders/" * 20)
    created = company.pay(
        shop,
        description="زيت زيتون، 5 لترات",
        metadata={"basket": "17", "note": "a-long-value-without-any-space" * 4},
        return_url="https://shop.example/orders/77",
    )
    company.seed_month(shop)
    desk.open(shop.path("/overview"))
    desk.unfold(".behind")
    yield desk.shows("application/overview")
    desk.go_to_section("/payments")
    yield desk.shows("application/payments")
    desk.follow(desk.main(f"tr[data-uuid='{created['uuid']}'] a"))
    desk.comes_to_show(".story .tag-succeeded")
    yield desk.shows("application/payment")


def follow_deliveries(desk: Desk, company: Company) -> Iterator[str]:
    shop = _shop_at(desk, company)
    company.set_hook(shop)
    company.answer(shop, answer(500, b'{"error": "the shop is closed"}'))
    company.pay(shop)
    desk.open(shop.path("/deliveries"))
    desk.follow(desk.main("tr[data-delivery] a").first)
    desk.comes_to_show("details.try")
    yield desk.shows("application/delivery") + "-tried"
    company.give_up_deliveries(shop)
    desk.go_to_section("/deliveries")
    desk.unfold(".more-to-do")
    yield desk.shows("application/deliveries")
    company.answer(shop, answer(200, b"ok"))
    desk.follow(desk.main("tr[data-delivery] a").first)
    desk.press("resend")
    desk.comes_to_show("[data-status=succeeded]")
    expect(desk.main("details.try")).to_have_count(2)
    yield desk.shows("application/delivery") + "-resent"
    desk.open(shop.path("/webhook"))
    desk.press("roll")
    yield desk.shows("application/webhook_roll")
    desk.press("roll")
    yield desk.shows("application/webhook_roll") + "-done"
    desk.go_to_section("/webhook")
    yield desk.shows("application/webhook") + "-rolled"


def check_signatures(desk: Desk, company: Company) -> Iterator[str]:
    shop = _shop_at(desk, company)
    body = json.dumps({"id": "x", "event": "payment_intent.succeeded", "data": {"uuid": "y"}})
    desk.open(shop.path("/webhook/signature"))
    yield desk.shows("application/signature")
    desk.fill(body=body, signature=signature(shop.secret, b"other").upper())
    desk.press("check")
    expect(desk.main("[data-verifies=no]")).to_be_visible()
    yield desk.shows("application/signature") + "-unknown"
    desk.fill(signature=signature(shop.secret, body.encode()), secret=shop.secret)
    desk.press("check")
    expect(desk.main("[data-verifies=yes]")).to_be_visible()
    yield desk.shows("application/signature") + "-verifies"


def set_up_methods(desk: Desk, company: Company) -> Iterator[str]:
    desk.open(_shop_at(desk, company).path("/methods"))
    yield desk.shows("application/methods")
    shop = _shop_at(desk, company, mode="live")
    desk.open(shop.path("/methods"))
    yield desk.shows("application/methods") + "-live"
    desk.press("account")
    yield desk.shows("application/provider_account")
    account = {"merchant_id": "10081014649", "terminal_id": "99179395"}
    desk.fill(**account, merchant_key="not hexadecimal")
    desk.press("set-account")
    desk.shows_error_at("merchant_key")
    yield desk.shows("application/provider_account") + "-refused"
    desk.fill(**account, merchant_key="00112233445566778899AABBCCDDEEFF")
    desk.press("set-account")
    desk.press("check")
    expect(desk.main("[data-check]")).to_be_visible()
    yield desk.shows("application/provider_account") + "-checked"
    desk.go_to_section("/methods")
    yield desk.shows("application/methods") + "-with-account"


APPLICATION_WALKS = (
    find_nothing,
    issue_credentials,
    set_up_webhook,
    take_payments,
    follow_deliveries,
    check_signatures,
    set_up_methods,
)
