"""One PostgreSQL and one service with two processes, shared by all tests that harm neither."""

from collections import Counter
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import HealthCheck, settings

from tests.support.cli import Application, create_application
from tests.support.postgres import Postgres
from tests.support.service import Service, running_service


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of two tests with one name, several workers run one, and say nothing of the other."""
    counted = Counter(item.nodeid for item in items)
    twice = [name for name, count in counted.items() if count > 1]
    if twice:
        raise pytest.UsageError(f"more than one test has this name: {', '.join(twice)}")


# The same examples every time: a failure is never a matter of luck.
settings.register_profile(
    "wasl",
    derandomize=True,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("wasl")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture
def fragile() -> Iterator[Postgres]:
    """A PostgreSQL that the test may crash."""
    postgres = Postgres()
    try:
        yield postgres
    finally:
        postgres.remove()


@pytest.fixture(scope="session")
def database_url(postgres: Postgres) -> str:
    """The database of the shared service, migrated."""
    return postgres.new_migrated_database()


@pytest.fixture
def own_database_url(postgres: Postgres) -> str:
    """A migrated database that no other test uses."""
    return postgres.new_migrated_database()


@pytest.fixture(scope="session")
def service(database_url: str) -> Iterator[Service]:
    with running_service(database_url) as running:
        yield running
    # Whatever the tests sent, the service never failed over it.
    assert running.process.failures() == []


@pytest.fixture(scope="session")
def other_application(service: Service) -> Application:
    return create_application(service.database_url, "Another shop")


@pytest.fixture
def client(service: Service) -> Iterator[httpx.Client]:
    with service.client() as connected:
        yield connected
