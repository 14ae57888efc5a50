"""A merchant who follows the guide: an application, its environment, and a customer who pays."""

import asyncio
import itertools
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from tests.engine import values
from tests.guide.blocks import SERVICE_URL
from tests.support.bodies import body
from tests.support.checkout_form import Customer
from tests.support.cli import Application, create_application
from tests.support.service import PAYMENT_INTENTS, Service
from tests.support.waiting import wait_for

ORDER = "order-1042"
AMOUNT = 25_500

_payers = itertools.count(500_000)


@dataclass(frozen=True)
class Merchant:
    service: Service
    application: Application

    def environment(self, api_url: str | None = None) -> dict[str, str]:
        """What the guide tells to set, and the programs of this virtual environment."""
        own = {k: v for k, v in os.environ.items() if not k.startswith("WASL_")}
        return own | {
            "WASL_API_URL": f"{api_url or self.service.url}/api/v1",
            "WASL_API_KEY": self.application.api_key,
            "WASL_ACCESS_TOKEN": self.application.access_token,
            "WASL_WEBHOOK_SECRET": f"whsec_of-last-year,{self.application.webhook_secret}",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONUNBUFFERED": "1",
        }

    def filled_in(self, code: str) -> str:
        """The placeholders of the guide replaced by what the merchant has; nothing else."""
        return (
            code.replace(SERVICE_URL, self.service.url)
            .replace("pk_…", self.application.api_key)
            .replace("at_…", self.application.access_token)
        )

    def create(self, **changes: object) -> dict[str, Any]:
        fields = {"merchant_reference": ORDER, "amount": AMOUNT} | changes
        with self.service.client(self.application.headers) as client:
            answer = client.post(PAYMENT_INTENTS, json=body(**fields))
        assert answer.status_code == 201, answer.text
        data: dict[str, Any] = answer.json()["data"]
        return data

    def status(self, uuid: str) -> str:
        with self.service.client(self.application.headers) as client:
            return str(client.get(f"{PAYMENT_INTENTS}/{uuid}").json()["data"]["status"])

    def delivery(self, uuid: str) -> bytes:
        """The body of the webhook about this intent, once it was received with 2xx."""

        def received() -> bytes | None:
            rows = self.service.database.fetch(
                "SELECT body FROM deliveries"
                " WHERE payment_intent_uuid = $1 AND status = 'succeeded'",
                UUID(uuid),
            )
            return bytes(rows[0]["body"]) if rows else None

        return wait_for(received)


def new_merchant(service: Service, webhook_url: str | None = None) -> Merchant:
    options = ("--webhook-url", webhook_url) if webhook_url else ()
    application = create_application(
        service.database_url, "A reader's shop", *options, webhook_allow_private=True
    )
    return Merchant(service, application)


def pay(service: Service, uuid: str) -> None:
    """With Sadad, as the guide says. Every payer has a phone of their own."""

    async def walk() -> None:
        async with Customer(service.url, UUID(uuid)) as customer:
            await customer.look()
            phone = values.approved_sadad_phone(next(_payers))
            sent = await customer.send("start", method="sadad", phone=phone, birth_year="1990")
            assert sent == "code", sent
            paid = await customer.send("code", code=values.SADAD_CODE)
            assert paid == "paid", paid

    asyncio.run(walk())
