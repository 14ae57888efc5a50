"""The example shop against real processes, on a database of their own."""

from collections.abc import Iterator

import pytest

from tests.shop.open_shop import OpenShop, free_port, open_shop
from tests.shop.whole_wasl import whole_wasl
from tests.support.cli import create_application
from tests.support.postgres import Postgres
from tests.support.service import Service

NAME = "دكان المدينة القديمة"


@pytest.fixture(scope="package")
def wasl(postgres: Postgres) -> Iterator[Service]:
    with whole_wasl(postgres) as service:
        yield service


@pytest.fixture
def nobody_tried(wasl: Service) -> None:
    """All tests pay with one phone from one address: nobody shall count them."""
    wasl.database.execute("UPDATE attempts SET payer_digest = NULL, address_digest = NULL")


@pytest.fixture
def shop(wasl: Service, nobody_tried: None) -> Iterator[OpenShop]:
    """Its webhooks arrive. It never looks at unpaid orders by itself."""
    port = free_port()
    hook = f"http://127.0.0.1:{port}/webhooks/wasl"
    application = create_application(
        wasl.database_url, NAME, "--webhook-url", hook, webhook_allow_private=True
    )
    with open_shop(wasl.url, application, port, SHOP_RECHECK_EVERY_S="86400") as running:
        yield running


@pytest.fixture
def deaf_shop(wasl: Service, nobody_tried: None) -> Iterator[OpenShop]:
    """No webhook ever reaches it; it looks at unpaid orders all the time."""
    application = create_application(wasl.database_url, NAME)
    with open_shop(wasl.url, application, free_port(), SHOP_RECHECK_EVERY_S="0.1") as running:
        yield running
