"""One service for all tests of the dashboard, behind a proxy that tells who asks."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.dashboard.support.colleague import Colleague
from tests.support.postgres import Postgres
from tests.support.service import Service, running_service

NewColleague = Callable[..., Colleague]


@pytest.fixture(scope="package")
def desk(postgres: Postgres) -> Iterator[Service]:
    with running_service(postgres.new_migrated_database(), trusted_proxies="127.0.0.1") as running:
        yield running
    # Whatever was sent, the service never failed over it.
    assert running.process.failures() == []


@pytest.fixture
def new_colleague(desk: Service) -> Iterator[NewColleague]:
    with ExitStack() as stack:

        def make(email: str | None = None, address: str | None = None) -> Colleague:
            return stack.enter_context(Colleague(desk.url, email, address))

        yield make


@pytest.fixture
def owner(new_colleague: NewColleague) -> Colleague:
    """Has just opened an account."""
    return new_colleague().sign_up()
