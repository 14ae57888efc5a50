"""The payment engine on real PostgreSQL, with the sandbox as its providers over real HTTP."""

from collections.abc import Iterator

import pytest

from tests.engine.engine import Engine
from tests.engine.sandbox import Sandbox, running_sandbox
from tests.support.postgres import Postgres
from wasl.bootstrap import Services


@pytest.fixture(scope="session")
def shared_sandbox() -> Iterator[Sandbox]:
    with running_sandbox() as running:
        yield running


@pytest.fixture
def sandbox(shared_sandbox: Sandbox) -> Sandbox:
    shared_sandbox.reset()
    return shared_sandbox


@pytest.fixture(scope="module")
def postgres_database(postgres: Postgres) -> str:
    """A migrated database of this file's own."""
    return postgres.new_migrated_database()


@pytest.fixture(scope="session")
def shared_engine(postgres: Postgres, shared_sandbox: Sandbox) -> Iterator[Engine]:
    engine = Engine(postgres.new_migrated_database(), shared_sandbox)
    yield engine
    engine.close()


@pytest.fixture
def engine(shared_engine: Engine) -> Iterator[Engine]:
    """Empty before each test; its books must be in order after each."""
    shared_engine.reset()
    yield shared_engine
    shared_engine.assert_books_in_order()


@pytest.fixture
def services(engine: Engine) -> Services:
    return engine.services
