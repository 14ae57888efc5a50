from collections.abc import Iterator

import pytest

from tests.support.service import Service


@pytest.fixture
def nothing_stored(service: Service) -> Iterator[None]:
    """Whatever the test sends, the number of stored intents stays the same."""
    before = service.database.count_intents()
    yield
    assert service.database.count_intents() == before
