"""The list of payments: search, pages, totals; and one payment with its story."""

from tests.dashboard.application.shop import Shop


def test_smoke(shop: Shop) -> None:
    uuid = shop.seed_payment()
    shop.seed_payment(status="canceled")
    shop.create(description="oil", metadata={"a": "b"})
    for page in (
        "/overview",
        "/payments",
        f"/payments/{uuid}",
        "/deliveries",
        "/webhook",
        "/webhook/roll",
        "/webhook/signature",
        "/credentials",
        "/credentials/new",
        "/methods",
    ):
        shown = shop.open(page)
        assert shown.status == 200, (page, shop.service.process.failures()[-1:])
        assert shown.name.startswith("application/"), page
