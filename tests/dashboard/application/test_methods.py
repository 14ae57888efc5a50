"""Switching payment methods, and an application's own accounts at providers."""

import asyncio
import json
from typing import Any
from uuid import UUID

import pytest

from tests.dashboard.application.shop import Shop
from tests.dashboard.application.test_credentials import forget_password
from tests.dashboard.support.page import Page
from tests.engine.sandbox import Sandbox
from tests.support.checkout_form import Customer

# What the simulators accept.
SADAD_TOKEN = "sandbox-sadad-token"
MOAMALAT = {
    "merchant_id": "10081014649",
    "terminal_id": "99179395",
    "merchant_key": "39636630633731362D663963322D346362642D386531662D633963303432353936373431",
}
WRONG_KEY = "00112233445566778899AABBCCDDEEFF"


def set_account(shop: Shop, method: str, **typed: str) -> Page:
    shop.open(f"/methods/{method}/account")
    return shop.owner.send(f"/methods/{method}/account", **typed)


def stored(shop: Shop) -> list[Any]:
    return shop.service.database.fetch(
        "SELECT * FROM provider_accounts WHERE application_id = $1 ORDER BY id", shop.id
    )


def test_methods_are_switched_on_and_off(shop: Shop) -> None:
    shop.open("/methods")
    page = shop.owner.send("/methods/switch", card=None, edfali=None)
    assert page.notices == ["The payment methods are saved."]
    created = shop.create()
    with shop.service.client() as client:
        checkout = client.get(f"/checkout/{created['uuid']}?lang=en").text
    assert "sadad" in checkout
    assert "edfali" not in checkout


def test_one_method_at_least_stays_on(shop: Shop) -> None:
    shop.open("/methods")
    page = shop.owner.send("/methods/switch", card=None, sadad=None, edfali=None)
    assert page.status == 422
    assert page.notices == ["Leave at least one way to pay switched on."]


def test_a_test_application_has_no_accounts(shop: Shop) -> None:
    assert "This is a test application" in shop.open("/methods").text
    assert shop.open("/methods/card/account").status == 404
    assert shop.open("/methods/cash/account").status == 404


def test_an_account_is_stored_encrypted_and_shown_masked(live_shop: Shop) -> None:
    page = set_account(live_shop, "card", **MOAMALAT)
    assert page.notices == ["The account is saved and used from now on."]
    for shown in (page, live_shop.open("/methods")):
        assert "••••4649" in shown.text
        assert "••••3431" in shown.text
        for secret in MOAMALAT.values():
            assert secret not in shown.answer.text
    everything = str(stored(live_shop)) + str(
        live_shop.service.database.fetch("SELECT * FROM audit_log")
    )
    for secret in MOAMALAT.values():
        assert secret not in everything
    assert not [line for line in live_shop.service.log_lines if MOAMALAT["merchant_key"] in line]


@pytest.mark.parametrize(
    ("method", "typed", "wrong"),
    [
        ("card", {}, {"merchant_id", "terminal_id", "merchant_key"}),
        ("card", MOAMALAT | {"merchant_key": "not hex"}, {"merchant_key"}),
        ("card", MOAMALAT | {"merchant_key": "abc"}, {"merchant_key"}),
        ("card", MOAMALAT | {"merchant_id": "<b>"}, {"merchant_id"}),
        ("card", MOAMALAT | {"notification_key": "xyz"}, {"notification_key"}),
        ("sadad", {"token": "با"}, {"token"}),
        ("sadad", {"token": "two words"}, {"token"}),
        ("edfali", {"mobile": "0920000000", "pin": "1", "service_password": "x"}, {"mobile"}),
        ("edfali", {"mobile": "920000000", "pin": "x"}, {"pin", "service_password"}),
    ],
)
def test_values_of_the_wrong_shape_are_refused_and_not_written_back(
    live_shop: Shop, method: str, typed: dict[str, str], wrong: set[str]
) -> None:
    page = set_account(live_shop, method, **typed)
    assert page.status == 422
    assert page.errors.keys() == wrong
    assert stored(live_shop) == []
    for name, value in page.form(f"/methods/{method}/account").fields.items():
        assert name == "csrf" or value == ""


def test_the_check_says_whether_the_provider_takes_the_values(live_shop: Shop) -> None:
    set_account(live_shop, "card", **MOAMALAT)
    assert "It works" in live_shop.owner.send("/card/account/check").notices[0]
    set_account(live_shop, "card", **MOAMALAT | {"merchant_key": WRONG_KEY})
    refused = live_shop.owner.send("/card/account/check").notices[0]
    assert "It does not work." in refused
    assert "check merchant id, terminal id and key" in refused
    set_account(live_shop, "sadad", token=SADAD_TOKEN)
    assert "It works" in live_shop.owner.send("/sadad/account/check").notices[0]
    set_account(live_shop, "sadad", token="another")
    assert "It does not work." in live_shop.owner.send("/sadad/account/check").notices[0]


def test_edfali_cannot_be_checked_and_says_so(live_shop: Shop) -> None:
    page = set_account(
        live_shop, "edfali", mobile="920000000", pin="4321", service_password="a-password"
    )
    assert "no call that would try the values out" in page.text
    assert not [form for form in page.forms if form.action.endswith("/check")]


def test_checking_moves_no_money(live_shop: Shop, simulators: Sandbox) -> None:
    before = list(simulators.ledger())
    set_account(live_shop, "sadad", token=SADAD_TOKEN)
    live_shop.owner.send("/sadad/account/check")
    assert list(simulators.ledger()) == before


def test_a_live_application_pays_through_its_own_account_or_not_at_all(live_shop: Shop) -> None:
    assert "Not set up" in live_shop.open("/methods").text
    intent = UUID(live_shop.create()["uuid"])
    assert asyncio.run(_offers(live_shop, intent)) == []
    set_account(live_shop, "sadad", token=SADAD_TOKEN)
    assert asyncio.run(_offers(live_shop, intent)) == ["sadad"]
    assert asyncio.run(_pay(live_shop, intent)) == "paid"
    (account,) = stored(live_shop)
    assert attempt_of(live_shop, intent)["provider_account_id"] == account["id"]


def test_an_attempt_stays_with_the_account_it_was_begun_with(live_shop: Shop) -> None:
    """The new account is wrong: a code that was sent with the old one still pays."""
    set_account(live_shop, "sadad", token=SADAD_TOKEN)
    intent = UUID(live_shop.create()["uuid"])

    async def change_between() -> str:
        async with Customer(live_shop.service.url, intent) as customer:
            await customer.look(lang="en")
            await customer.send("start", method="sadad", phone="0910000001", birth_year="1990")
            assert customer.page == "code"
            await asyncio.to_thread(set_account, live_shop, "sadad", token="another")
            return await customer.send("code", code="111111")

    assert asyncio.run(change_between()) == "paid"
    first, second = stored(live_shop)
    assert first["retired_at"] is not None
    assert second["retired_at"] is None
    assert attempt_of(live_shop, intent)["provider_account_id"] == first["id"]
    # What begins now goes through the new one, which the provider refuses.
    later = UUID(live_shop.create()["uuid"])
    assert asyncio.run(_pay(live_shop, later)) == "choose"


def test_a_lost_answer_is_asked_about_at_the_account_it_was_begun_with(live_shop: Shop) -> None:
    set_account(live_shop, "sadad", token=SADAD_TOKEN)
    intent = UUID(live_shop.create()["uuid"])

    async def lose() -> None:
        async with Customer(live_shop.service.url, intent) as customer:
            await customer.look(lang="en")
            await customer.send("start", method="sadad", phone="0910000004", birth_year="1990")
            await customer.send("code", code="111111")

    asyncio.run(lose())
    set_account(live_shop, "sadad", token="another")
    # The customer comes back, which asks the provider at once.
    live_shop.service.database.execute(
        "UPDATE attempts SET in_flight_at = now() - interval '1 minute'"
        " WHERE payment_intent_uuid = $1",
        intent,
    )
    assert asyncio.run(_look(live_shop, intent)) == "paid"


def test_an_account_is_removed_and_its_row_stays(live_shop: Shop) -> None:
    set_account(live_shop, "sadad", token=SADAD_TOKEN)
    page = live_shop.owner.send("/sadad/account/remove")
    assert "The account is removed" in page.notices[0]
    (account,) = stored(live_shop)
    assert account["retired_at"] is not None
    live_shop.open("/methods/sadad/account")
    csrf = live_shop.owner.page.form("/sadad/account").fields["csrf"]
    for step in ("remove", "check"):
        sent = live_shop.owner.client.post(
            f"/dashboard{live_shop.path(f'/methods/sadad/account/{step}')}", data={"csrf": csrf}
        )
        assert sent.status_code == 404


def test_accounts_ask_for_the_password(live_shop: Shop) -> None:
    live_shop.open("/methods/sadad/account")
    forget_password(live_shop)
    sent = live_shop.owner.post("/sadad/account", {"token": SADAD_TOKEN})
    assert "confirm-password" in sent.headers["location"]
    assert stored(live_shop) == []


def test_every_change_is_in_the_audit_log(live_shop: Shop) -> None:
    set_account(live_shop, "sadad", token=SADAD_TOKEN)
    live_shop.owner.send("/sadad/account/check")
    live_shop.owner.send("/sadad/account/remove")
    rows = live_shop.service.database.fetch(
        "SELECT action, detail FROM audit_log WHERE application_id = $1"
        " AND action LIKE 'provider_account.%' ORDER BY id",
        live_shop.id,
    )
    assert [row[0] for row in rows] == [
        "provider_account.set",
        "provider_account.checked",
        "provider_account.removed",
    ]
    assert json.loads(rows[0][1])["hints"] == {"token": "oken"}


def attempt_of(shop: Shop, intent: UUID) -> Any:
    (row,) = shop.service.database.fetch(
        "SELECT * FROM attempts WHERE payment_intent_uuid = $1", intent
    )
    return row


async def _pay(shop: Shop, intent: UUID) -> str:
    async with Customer(shop.service.url, intent) as customer:
        await customer.look(lang="en")
        await customer.send("start", method="sadad", phone="0910000001", birth_year="1990")
        if customer.page == "code":
            await customer.send("code", code="111111")
        return customer.page


async def _look(shop: Shop, intent: UUID) -> str:
    async with Customer(shop.service.url, intent) as customer:
        return await customer.look(lang="en")


async def _offers(shop: Shop, intent: UUID) -> list[str]:
    with shop.service.client() as client:
        page = client.get(f"/checkout/{intent}?lang=en").text
    return [method for method in ("card", "sadad", "edfali") if f'value="{method}"' in page]
