"""The service that readers of the guide run: with its worker and simulators of the providers."""

from collections.abc import Iterator

import pytest

from tests.engine.processes import running_workers
from tests.engine.sandbox import Sandbox, running_sandbox
from tests.shop.open_shop import free_port
from tests.support.postgres import Postgres
from tests.support.service import Service, running_service


@pytest.fixture(scope="package")
def sandbox() -> Iterator[Sandbox]:
    with running_sandbox() as running:
        yield running


@pytest.fixture(scope="package")
def wasl(postgres: Postgres, sandbox: Sandbox) -> Iterator[Service]:
    """Reached under the address that its answers name."""
    database_url, port = postgres.new_migrated_database(), free_port()
    with (
        running_service(
            database_url,
            port=port,
            public_url=f"http://127.0.0.1:{port}",
            sandbox_url=sandbox.url,
            checkout_address_rate_per_second=1e6,
            checkout_address_burst=1_000_000,
        ) as service,
        running_workers(1, database_url, sandbox.url, webhook_allow_private=True),
    ):
        yield service
    assert service.process.failures() == []
