"""A running service with merchants of its own making, and a place where their webhooks arrive."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from tests.dashboard.application.shop import Shop, open_shop
from tests.dashboard.support.colleague import Colleague
from tests.dashboard.support.team import invite, join
from tests.engine import values
from tests.support.checkout_form import Customer
from tests.support.cli import run_wasl
from tests.support.service import Service
from tests.webhooks.receiver import Behaviour, Receiver
from wasl.storage.wakeups import CHANNEL, SEND_DELIVERIES

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


@dataclass(frozen=True)
class Company:
    service: Service
    receiver: Receiver
    stack: ExitStack

    def new_colleague(self) -> Colleague:
        return self.stack.enter_context(Colleague(self.service.url))

    def new_owner(self) -> Colleague:
        return self.new_colleague().sign_up("زيتون غريان", "سالمة علي")

    def new_member(self, owner: Colleague, role: str) -> Colleague:
        newcomer = self.new_colleague()
        return join(newcomer, invite(owner, owner.own_account(), newcomer.email, role))

    def new_shop(self, mode: str = "test") -> Shop:
        return open_shop(self.service, self.new_owner(), mode)

    def reset_link(self, email: str) -> str:
        """The path below the dashboard's own, as the operator makes it."""
        made = run_wasl(
            *("operator", "reset-password", "--email", email),
            database_url=self.service.database_url,
        )
        assert made.returncode == 0, made.stderr
        return made.stdout.strip().partition("/dashboard")[2]

    # A shop whose webhooks arrive.

    def hook_of(self, shop: Shop) -> str:
        return self.receiver.url(f"/{shop.id}")

    def answer(self, shop: Shop, behaviour: Behaviour) -> None:
        self.receiver.behaviours[f"/{shop.id}"] = behaviour

    def set_hook(self, shop: Shop) -> None:
        shop.open("/webhook")
        shop.owner.send("/webhook/url", url=self.hook_of(shop))

    def pay(self, shop: Shop, **fields: object) -> dict[str, Any]:
        """As a customer without a browser. In a thread: Playwright's event loop runs in this."""
        created = shop.create(**fields)
        with ThreadPoolExecutor(1) as thread:
            thread.submit(_pay, self.service.url, UUID(created["uuid"])).result()
        return created

    def seed_month(self, shop: Shop) -> None:
        """Payments of every kind, and the sums of the days before."""
        for number in range(12):
            shop.seed_payment(
                status=("succeeded", "canceled", "succeeded", "processing")[number % 4],
                method=("card", "sadad", "edfali")[number % 3],
                amount_minor=12_500 * (number + 1),
                age=timedelta(hours=5 * number + 1),
            )
        self.service.database.execute(_DAYS, shop.id)

    def bring_next_try_forward(self, shop: Shop) -> None:
        self.service.database.execute(
            "UPDATE delivery_queue SET due_at = now(), next_try_at = now()"
            " WHERE application_id = $1 AND lease IS NULL",
            shop.id,
        )
        self.service.database.execute("SELECT pg_notify($1, $2)", CHANNEL, SEND_DELIVERIES)

    def give_up_deliveries(self, shop: Shop) -> None:
        """As after the last automatic try."""
        self.service.database.execute(
            "DELETE FROM delivery_queue WHERE application_id = $1", shop.id
        )
        self.service.database.execute(
            "UPDATE deliveries SET status = 'failed' WHERE application_id = $1 AND NOT is_test",
            shop.id,
        )


def _pay(url: str, intent: UUID) -> None:
    async def pay() -> None:
        async with Customer(url, intent) as customer:
            await customer.look(lang="en")
            phone = values.SADAD_APPROVED
            await customer.send("start", method="sadad", phone=phone, birth_year="1990")
            await customer.send("code", code=values.SADAD_CODE)
            assert customer.page == "paid"

    asyncio.run(pay())
