"""The shop: choose, pay at Wasl, come back. All that has to do with money is on this page."""

import asyncio
import logging
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from examples.shop.goods import GOODS
from examples.shop.orders import Orders
from examples.shop.pages import SecurityHeaders, language_of, page
from examples.shop.settings import Settings
from wasl_sdk import AsyncWaslClient, PaymentIntent, Status, WaslError
from wasl_sdk.receivers import AsyncReceiver, SqliteEventStore
from wasl_sdk.receivers.starlette import webhook_endpoint

log = logging.getLogger("shop")

_ORDER_ID = re.compile(r"[\w-]{22}", re.ASCII)


class Shop:
    def __init__(self, settings: Settings) -> None:
        self._url = settings.shop_url
        self._orders = Orders(settings.database)
        self.wasl = AsyncWaslClient(
            settings.api_url, api_key=settings.api_key, access_token=settings.access_token
        )
        self.receiver = AsyncReceiver(
            self.wasl,
            settings.webhook_secrets,
            SqliteEventStore(settings.database),
            self.settle,
            unpaid=lambda: asyncio.to_thread(self._orders.unpaid_after_expiry),
            recheck_every_s=settings.recheck_every_s,
        )

    async def settle(self, intent: PaymentIntent) -> None:
        """Called with an intent just fetched: after a webhook, on return, and by the re-check."""
        order = await asyncio.to_thread(self._orders.find, intent.merchant_reference or "")
        if order is None:
            log.error("intent %s belongs to no order of ours", intent.uuid)
        elif intent.is_paid(amount=order.amount_minor):
            await asyncio.to_thread(self._orders.fulfil, order.id)
        elif intent.status is Status.SUCCEEDED:
            log.error("order %s was paid with another amount", order.id)
            await asyncio.to_thread(self._orders.dispute, order.id)

    async def show_goods(self, request: Request) -> Response:
        # Each button carries the number of the order it would make: clicked twice, it makes one.
        offers = [(secrets.token_urlsafe(16), key, item) for key, item in GOODS.items()]
        return page(request, "goods.html", offers=offers)

    async def buy(self, request: Request) -> Response:
        order_id, key = request.path_params["order_id"], request.query_params.get("item", "")
        if key not in GOODS or not _ORDER_ID.fullmatch(order_id):
            raise HTTPException(404)
        # The price is ours, never the page's.
        order = await asyncio.to_thread(self._orders.place, order_id, key, GOODS[key].price_minor)
        if order.item != key:
            raise HTTPException(404)
        language = language_of(request)
        order_url = f"{self._url}/orders/{order.id}?lang={language}"
        try:
            intent = await self.wasl.create_payment_intent(
                merchant_reference=order.id,
                amount=order.amount_minor,
                description=GOODS[order.item].name(language),
                return_url=order_url,
            )
        except WaslError:
            log.exception("no payment could be started for order %s", order.id)
            return page(request, "order.html", 503, order=order, view="unavailable")
        await asyncio.to_thread(self._orders.note_intent, order.id, intent.uuid, intent.expires_at)
        if intent.status is Status.SUCCEEDED:
            return RedirectResponse(order_url, 303)
        return RedirectResponse(intent.checkout_url_in(language), 303)

    async def show_order(self, request: Request) -> Response:
        """Where the customer comes back to: the intent is fetched again, whatever was heard."""
        order = await asyncio.to_thread(self._orders.find, request.path_params["order_id"])
        if order is None:
            raise HTTPException(404)
        view, intent = order.state, None
        if order.state == "unpaid" and order.intent_uuid is not None:
            try:
                intent = await self.receiver.refresh(order.intent_uuid)
                order = await asyncio.to_thread(self._orders.find, order.id) or order
                view = order.state if order.state != "unpaid" else intent.status.value
            except WaslError:
                log.exception("order %s could not be looked at", order.id)
                view = Status.PROCESSING.value
        return page(request, "order.html", order=order, view=view, intent=intent)


async def not_found(request: Request, _: Exception) -> Response:
    return page(request, "not_found.html", 404)


def create_app(settings: Settings | None = None) -> Starlette:
    shop = Shop(settings or Settings.from_environment())

    @asynccontextmanager
    async def open_shop(_: Starlette) -> AsyncIterator[None]:
        async with shop.wasl, shop.receiver:
            yield

    return Starlette(
        routes=[
            Route("/", shop.show_goods),
            Route("/orders/{order_id}", shop.buy, methods=["POST"]),
            Route("/orders/{order_id}", shop.show_order),
            Route("/webhooks/wasl", webhook_endpoint(shop.receiver), methods=["POST"]),
            Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")),
        ],
        exception_handlers={404: not_found},
        middleware=[Middleware(SecurityHeaders)],
        lifespan=open_shop,
    )
