"""Order, pay, learn of it: every way there is, and never twice."""

import hashlib
import hmac
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.shop.buyer import Buyer, page_of
from tests.shop.open_shop import OpenShop
from tests.support.http import http_client
from tests.support.service import Service
from tests.support.waiting import wait_for

HOOK = "/webhooks/wasl"


def deliver(shop: OpenShop, body: bytes, secret: str | None = None) -> httpx.Response:
    key = (secret or shop.application.webhook_secret).encode()
    headers = {"Service-Signature": hmac.new(key, body, hashlib.sha256).hexdigest()}
    with http_client(shop.url) as client:
        return client.post(HOOK, content=body, headers=headers)


def webhook_of(wasl: Service, intent: str) -> bytes:
    body: bytes = wasl.database.value(
        "SELECT body FROM deliveries WHERE payment_intent_uuid = $1", intent
    )
    return body


def expire(wasl: Service, shop: OpenShop, order_id: str) -> None:
    """Its time runs out now, as Wasl and the shop see it."""
    wasl.database.execute(
        "UPDATE payment_intents SET expires_at = now() WHERE uuid = $1", shop.intent(order_id)
    )
    wasl.database.execute("SELECT pg_notify('wasl_wakeups', 'expire_intents')")
    shop.sql("UPDATE orders SET expires_at = ? WHERE id = ?", time.time(), order_id)


@pytest.mark.parametrize("language", ["ar", "en"])
def test_a_paid_order_is_fulfilled_by_its_webhook_alone(
    shop: OpenShop, wasl: Service, language: str
) -> None:
    buyer = Buyer(shop, language)
    assert buyer.buy("oil").status_code == 303
    assert buyer.checkout_url.startswith(f"{wasl.url}/checkout/")
    assert buyer.checkout_url.endswith("?lang=en") == (language == "en")
    assert buyer.come_back() == "requires_payment_method"
    buyer.pay()
    shop.wait_until_fulfilled(buyer.order_id)
    assert buyer.come_back() == "fulfilled"
    (row,) = wasl.database.fetch(
        "SELECT amount_minor, return_url, merchant_reference FROM payment_intents WHERE uuid = $1",
        shop.intent(buyer.order_id),
    )
    assert row["amount_minor"] == 32_000
    assert row["merchant_reference"] == buyer.order_id
    assert row["return_url"] == f"{shop.url}/orders/{buyer.order_id}?lang={language}"


def test_a_lost_webhook_is_made_up_for_when_the_customer_returns(deaf_shop: OpenShop) -> None:
    buyer = Buyer(deaf_shop)
    buyer.buy()
    buyer.pay()
    assert deaf_shop.state(buyer.order_id) == "unpaid"
    assert buyer.come_back() == "fulfilled"
    assert deaf_shop.parcels(buyer.order_id) == 1


def test_a_lost_webhook_of_a_customer_who_left_is_made_up_for_by_the_recheck(
    deaf_shop: OpenShop, wasl: Service
) -> None:
    buyer = Buyer(deaf_shop)
    buyer.buy()
    buyer.pay()
    expire(wasl, deaf_shop, buyer.order_id)
    deaf_shop.wait_until_fulfilled(buyer.order_id)


def test_a_late_payment_of_a_canceled_order_is_found_by_the_recheck(
    deaf_shop: OpenShop, wasl: Service
) -> None:
    buyer = Buyer(deaf_shop)
    buyer.buy()
    expire(wasl, deaf_shop, buyer.order_id)
    wait_for(lambda: buyer.come_back() == "canceled")
    wasl.move(deaf_shop.intent(buyer.order_id), "succeeded")
    deaf_shop.wait_until_fulfilled(buyer.order_id)


def test_a_forged_webhook_changes_nothing(shop: OpenShop, wasl: Service) -> None:
    buyer = Buyer(shop)
    buyer.buy()
    intent = shop.intent(buyer.order_id)
    body = b'{"id":"1","event":"payment_intent.succeeded","data":{"uuid":"%s"}}' % intent.encode()
    assert deliver(shop, body, "whsec_guessed").status_code == 401
    assert deliver(shop, body, shop.application.access_token).status_code == 401
    # And one that is signed, but not true, is not believed.
    assert deliver(shop, body).status_code == 200
    wait_for(lambda: shop.sql("SELECT 1 FROM wasl_events WHERE id = '1' AND due_at IS NULL"))
    assert shop.state(buyer.order_id) == "unpaid"


def test_a_delivery_that_comes_again_fulfils_once(shop: OpenShop, wasl: Service) -> None:
    buyer = Buyer(shop)
    buyer.buy()
    buyer.pay()
    shop.wait_until_fulfilled(buyer.order_id)
    body = webhook_of(wasl, shop.intent(buyer.order_id))
    again = [deliver(shop, body) for _ in range(3)]
    assert [(one.status_code, one.text) for one in again] == [(200, "Known already.")] * 3
    assert shop.parcels(buyer.order_id) == 1


def test_webhooks_and_returns_at_the_same_moment_fulfil_once(shop: OpenShop, wasl: Service) -> None:
    buyer = Buyer(shop)
    buyer.buy()
    intent = shop.intent(buyer.order_id)
    wasl.move(intent, "processing")
    wasl.move(intent, "succeeded")

    def tell(number: int) -> None:
        if number % 2:
            buyer.come_back()
        else:
            told = b'{"id":"%d","event":"payment_intent.succeeded","data":{"uuid":"%s"}}'
            assert deliver(shop, told % (number, intent.encode())).status_code == 200

    with ThreadPoolExecutor(10) as threads:
        list(threads.map(tell, range(20)))
    wait_for(lambda: not shop.sql("SELECT 1 FROM wasl_events WHERE due_at IS NOT NULL"))
    assert shop.parcels(buyer.order_id) == 1


def test_an_order_paid_with_another_amount_is_not_fulfilled(shop: OpenShop) -> None:
    buyer = Buyer(shop)
    buyer.buy()
    shop.sql("UPDATE orders SET amount_minor = amount_minor + 1 WHERE id = ?", buyer.order_id)
    buyer.pay()
    wait_for(lambda: shop.state(buyer.order_id) == "disputed")
    assert buyer.come_back() == "disputed"
    assert shop.parcels(buyer.order_id) == 0


def test_a_button_pressed_many_times_at_once_makes_one_order(shop: OpenShop, wasl: Service) -> None:
    button = Buyer(shop).see_goods()["honey"]
    with ThreadPoolExecutor(6) as threads:
        pressed = list(threads.map(lambda _: Buyer(shop).press(button), range(6)))
    assert [one.status_code for one in pressed] == [303] * 6
    assert len({one.headers["location"] for one in pressed}) == 1
    assert shop.sql("SELECT count(*) FROM orders") == [(1,)]


def test_a_button_pressed_again_after_paying_leads_to_the_order(shop: OpenShop) -> None:
    buyer = Buyer(shop)
    button = buyer.see_goods()["bowl"]
    buyer.press(button)
    buyer.pay()
    again = buyer.press(button)
    assert again.status_code == 303
    assert again.headers["location"].startswith(f"{shop.url}/orders/{buyer.order_id}")
    assert buyer.come_back() == "fulfilled"


def test_the_page_says_that_a_payment_is_being_confirmed(
    deaf_shop: OpenShop, wasl: Service
) -> None:
    buyer = Buyer(deaf_shop)
    buyer.buy()
    wasl.move(deaf_shop.intent(buyer.order_id), "processing")
    answer = buyer.get(f"/orders/{buyer.order_id}")
    assert page_of(answer) == "processing"
    assert 'http-equiv="refresh"' in answer.text


@pytest.mark.parametrize(
    "button",
    [
        "/orders/AAAAAAAAAAAAAAAAAAAAAA?item=gold",
        "/orders/AAAAAAAAAAAAAAAAAAAAAA",
        "/orders/short?item=dates",
        "/orders/AAAAAAAAAAAAAAAAAAAAAAA?item=dates",
    ],
)
def test_what_no_page_offers_cannot_be_bought(deaf_shop: OpenShop, button: str) -> None:
    assert Buyer(deaf_shop).press(button).status_code == 404
    assert deaf_shop.sql("SELECT * FROM orders") == []


def test_the_number_of_one_order_cannot_buy_something_else(deaf_shop: OpenShop) -> None:
    buyer = Buyer(deaf_shop)
    button = buyer.see_goods()["dates"]
    buyer.press(button)
    assert buyer.press(button.replace("dates", "honey")).status_code == 404
