"""One service for the dashboard's browser tests, with simulators, a worker and a receiver."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import free_port
from tests.browser.dashboard.company import Company
from tests.browser.visitor import NewVisitor
from tests.dashboard.application.conftest import service_settings
from tests.engine.processes import running_workers
from tests.engine.sandbox import Sandbox
from tests.support.postgres import Postgres
from tests.support.service import running_service
from tests.webhooks.receiver import receiver_in_a_thread


@pytest.fixture(scope="package")
def company(postgres: Postgres, shared_sandbox: Sandbox) -> Iterator[Company]:
    database_url = postgres.new_migrated_database()
    settings = service_settings(shared_sandbox.url)
    port = free_port()
    with (
        running_service(
            database_url, port=port, public_url=f"http://127.0.0.1:{port}", **settings
        ) as service,
        running_workers(1, database_url, **settings),
        receiver_in_a_thread() as receiver,
        ExitStack() as stack,
    ):
        yield Company(service, receiver, stack)
    assert service.process.failures() == []


@pytest.fixture
def new_visitor(chromium: Browser, company: Company) -> Iterator[NewVisitor]:
    with ExitStack() as stack:
        yield NewVisitor(stack, chromium, company.service.url)
