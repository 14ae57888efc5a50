"""Bodies of create requests."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any


def unique_reference() -> str:
    return f"order-{uuid.uuid4()}"


def body(**changes: object) -> dict[str, Any]:
    """The smallest valid body, with a reference of its own unless one is given."""
    return {"merchant_reference": unique_reference(), "amount": 25_000, "currency": "LYD"} | changes


def full_body(**changes: object) -> dict[str, Any]:
    """A valid body that names every field."""
    named: dict[str, object] = {
        "customer": {"external_id": "customer-77"},
        "description": "قميص أزرق 👕",
        "return_url": "https://shop.example/orders/77?from=checkout",
        "metadata": {"size": "XL", "color": "أزرق", "branch": "Tripoli"},
        "expires_at": ahead(timedelta(hours=2)),
    }
    return body(**named | changes)


def ahead(delta: timedelta) -> str:
    return (datetime.now(UTC) + delta).isoformat()
