"""The dashboard's services on real PostgreSQL."""

from collections.abc import Iterator

import pytest

from tests.accounts.office import START, Office, Someone
from tests.support.postgres import Postgres


@pytest.fixture(scope="session")
def shared_office(postgres: Postgres) -> Iterator[Office]:
    office = Office(postgres.new_migrated_database())
    yield office
    office.close()


@pytest.fixture
def office(shared_office: Office) -> Office:
    shared_office.now = START
    return shared_office


@pytest.fixture
def owner(office: Office) -> Someone:
    return office.sign_up()
