"""The service that readers of the guide run."""

from collections.abc import Iterator

import pytest

from tests.shop.whole_wasl import whole_wasl
from tests.support.postgres import Postgres
from tests.support.service import Service


@pytest.fixture(scope="package")
def wasl(postgres: Postgres) -> Iterator[Service]:
    with whole_wasl(postgres) as service:
        yield service
