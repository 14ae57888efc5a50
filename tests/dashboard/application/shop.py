"""An application with an owner at its dashboard, and what happens to it."""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.dashboard.support.colleague import Colleague
from tests.dashboard.support.page import Page
from tests.support.service import PAYMENT_INTENTS, Service
from wasl.domain.payment_intent import new_reference, new_uuid


@dataclass(frozen=True)
class Shop:
    service: Service
    owner: Colleague
    account: str
    id: str
    headers: dict[str, str]
    secret: str

    def path(self, page: str) -> str:
        return f"/applications/{self.id}{page}"

    def open(self, page: str, **query: str) -> Page:
        return self.owner.open(self.path(page), **query)

    # What its server does.

    def create(self, **fields: object) -> dict[str, Any]:
        body = {"merchant_reference": str(uuid.uuid4()), "amount": 25_000, "currency": "LYD"}
        with self.service.client(self.headers) as client:
            answer = client.post(PAYMENT_INTENTS, json=body | fields)
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()["data"]
        return created

    # What happened before anybody looked.

    def seed_payment(
        self,
        status: str = "succeeded",
        method: str | None = "card",
        amount_minor: int = 25_000,
        age: timedelta = timedelta(hours=1),
        took: timedelta = timedelta(seconds=90),
        merchant_reference: str | None = None,
        description: str | None = None,
    ) -> uuid.UUID:
        """With the attempt that paid it, past the services."""
        created_at = datetime.now(UTC) - age
        intent = new_uuid(created_at)
        paid = status == "succeeded"
        self.service.database.execute(
            """
            INSERT INTO payment_intents (uuid, application_id, merchant_reference, reference,
                amount_minor, currency, status, description, expires_at, created_at, updated_at,
                paid_method)
            VALUES ($1, $2, $3, $4, $5, 'LYD', $6, $7, $8, $9, $10, $11)
            """,
            intent,
            self.id,
            merchant_reference or f"order-{intent}",
            new_reference(),
            amount_minor,
            status,
            description,
            created_at + timedelta(days=1),
            created_at,
            created_at + took,
            method if paid else "",
        )
        if paid and method:
            self.service.database.execute(
                """
                INSERT INTO attempts (id, application_id, payment_intent_uuid, method, state,
                    masked_payer, created_at, updated_at)
                VALUES ($1, $2, $3, $4, 'paid', '09*****001', $5, $5)
                """,
                new_uuid(created_at),
                self.id,
                intent,
                method,
                created_at,
            )
        return intent


def open_shop(service: Service, owner: Colleague, mode: str = "test") -> Shop:
    account = owner.own_account()
    owner.open(f"/accounts/{account}/applications/new")
    page = owner.send("/applications/new", name="Olive shop", mode=mode)
    secrets = page.secrets
    (application,) = {
        link.split("/")[3] for link in page.links if link.startswith("/dashboard/applications/")
    }
    return Shop(
        service,
        owner,
        account,
        application,
        {
            "X-API-Key": secrets["api-key"],
            "Authorization": f"Bearer {secrets['access-token']}",
        },
        secrets["webhook-secret"],
    )
