"""The example shop against real processes, on a database of their own."""

from collections.abc import Iterator

import pytest

from tests.engine.processes import running_workers
from tests.engine.sandbox import Sandbox, running_sandbox
from tests.shop.open_shop import OpenShop, free_port, open_shop
from tests.support.cli import create_application
from tests.support.postgres import Postgres
from tests.support.service import Service, running_service

NAME = "دكان المدينة القديمة"


@pytest.fixture(scope="package")
def sandbox() -> Iterator[Sandbox]:
    with running_sandbox() as running:
        yield running


@pytest.fixture(scope="package")
def wasl(postgres: Postgres, sandbox: Sandbox) -> Iterator[Service]:
    database_url, port = postgres.new_migrated_database(), free_port()
    url = f"http://127.0.0.1:{port}"
    with (
        running_service(
            database_url,
            port=port,
            public_url=url,
            sandbox_url=sandbox.url,
            checkout_address_rate_per_second=1e6,
            checkout_address_burst=1_000_000,
        ) as service,
        running_workers(1, database_url, sandbox.url, webhook_allow_private=True),
    ):
        yield service
    assert service.process.failures() == []


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
