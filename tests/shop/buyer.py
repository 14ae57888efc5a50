"""A customer of the shop, without a browser."""

import asyncio
import html
import re
from urllib.parse import urlsplit
from uuid import UUID

import httpx

from tests.engine import values
from tests.shop.open_shop import OpenShop
from tests.support.checkout_form import Customer
from tests.support.http import http_client


class Buyer:
    def __init__(self, shop: OpenShop, language: str = "ar") -> None:
        self.shop = shop
        self.language = language
        self.checkout_url = ""
        self.order_id = ""

    def see_goods(self) -> dict[str, str]:
        """Where the button of each item leads."""
        page = self.get("/").text
        actions = re.findall(r'action="([^"]+)"', page)
        return {re.findall(r"item=(\w+)", one)[0]: html.unescape(one) for one in actions}

    def buy(self, item: str = "dates") -> httpx.Response:
        return self.press(self.see_goods()[item])

    def press(self, button: str) -> httpx.Response:
        with http_client(self.shop.url) as client:
            answer = client.post(button)
        self.order_id = re.findall(r"/orders/([\w-]+)", button)[0]
        self.checkout_url = answer.headers.get("location", "")
        return answer

    def pay(self) -> None:
        """At the checkout, by Sadad, with the sandbox's test values."""
        asyncio.run(self._pay())

    async def _pay(self) -> None:
        at = urlsplit(self.checkout_url)
        intent = UUID(at.path.rsplit("/", 1)[1])
        async with Customer(f"{at.scheme}://{at.netloc}", intent) as customer:
            assert await customer.look() == "choose"
            phone, year = values.SADAD_APPROVED, "1990"
            sent = await customer.send("start", method="sadad", phone=phone, birth_year=year)
            assert sent == "code"
            assert await customer.send("code", code=values.SADAD_CODE) == "paid"

    def come_back(self) -> str:
        """The name of the page that return_url leads to."""
        answer = self.get(f"/orders/{self.order_id}")
        assert answer.status_code == 200
        return page_of(answer)

    def get(self, path: str) -> httpx.Response:
        with http_client(self.shop.url) as client:
            return client.get(path, params={"lang": self.language})


def page_of(answer: httpx.Response) -> str:
    (name,) = re.findall(r'<main data-page="([\w-]+)">', answer.text)
    return str(name)
