"""All of Wasl: service, worker and simulators of the providers, on a database of their own."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.engine.processes import running_workers
from tests.engine.sandbox import running_sandbox
from tests.shop.open_shop import free_port
from tests.support.postgres import Postgres
from tests.support.service import Service, running_service


@contextmanager
def whole_wasl(postgres: Postgres) -> Iterator[Service]:
    """Reached under the address that its answers name."""
    database_url, port = postgres.new_migrated_database(), free_port()
    with (
        running_sandbox() as sandbox,
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
