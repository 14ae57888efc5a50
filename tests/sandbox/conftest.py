"""A really running sandbox, emptied before each test."""

from collections.abc import Iterator

import httpx
import pytest

from tests.sandbox.running import SETTINGS, RunningSandbox, running_sandbox
from tests.support.http import http_client


@pytest.fixture(scope="session")
def shared_sandbox() -> Iterator[RunningSandbox]:
    with running_sandbox(SETTINGS) as running:
        yield running


@pytest.fixture
def sandbox(shared_sandbox: RunningSandbox) -> Iterator[httpx.Client]:
    with http_client(shared_sandbox.url, fresh_connections=True) as client:
        assert client.post("/sandbox/reset").status_code == 200
        yield client
