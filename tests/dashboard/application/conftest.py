"""A service whose webhooks may go to this machine, and whose live providers are the simulators."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.dashboard.application.shop import Shop, open_shop
from tests.dashboard.support.colleague import Colleague
from tests.engine.processes import Worker, running_workers
from tests.engine.sandbox import Sandbox, running_sandbox
from tests.support.postgres import Postgres
from tests.support.service import Service, running_service
from tests.webhooks.receiver import Receiver, receiver_in_a_thread


@pytest.fixture(scope="package")
def simulators() -> Iterator[Sandbox]:
    with running_sandbox() as running:
        yield running


@pytest.fixture(scope="package")
def till(postgres: Postgres, simulators: Sandbox) -> Iterator[Service]:
    with running_service(
        postgres.new_migrated_database(), **service_settings(simulators.url)
    ) as running:
        yield running
    # Whatever was sent, the service never failed over it.
    assert running.process.failures() == []


def service_settings(sandbox_url: str) -> dict[str, Any]:
    return {
        "trusted_proxies": "127.0.0.1",
        "webhook_allow_private": "true",
        "sandbox_url": sandbox_url,
        "moamalat_api_url": sandbox_url,
        "sadad_url": sandbox_url,
        "edfali_url": f"{sandbox_url}/api/BCDUssd/NewEdfali.asmx",
    }


@pytest.fixture(scope="package")
def worker(till: Service, simulators: Sandbox) -> Iterator[Worker]:
    settings = service_settings(simulators.url)
    sandbox_url = str(settings.pop("sandbox_url"))
    with running_workers(1, till.database_url, sandbox_url, **settings) as (running,):
        yield running


NewColleague = Callable[..., Colleague]


@pytest.fixture
def new_person(till: Service) -> Iterator[NewColleague]:
    with ExitStack() as stack:

        def make(email: str | None = None, address: str | None = None) -> Colleague:
            return stack.enter_context(Colleague(till.url, email, address))

        yield make


@pytest.fixture
def shop(till: Service, new_person: NewColleague) -> Shop:
    """A test application of its own."""
    return open_shop(till, new_person().sign_up())


@pytest.fixture
def live_shop(till: Service, shop: Shop) -> Shop:
    """Of the same account."""
    return open_shop(till, shop.owner, mode="live")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiver_in_a_thread() as running:
        yield running
