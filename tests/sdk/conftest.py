from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from tests.sdk.caller import AsyncCaller, Caller, SyncCaller
from tests.support.service import Service
from tests.webhooks.receiver import Receiver, receiver_in_a_thread

API_KEY = "pk_of-a-test-that-nobody-may-see"
ACCESS_TOKEN = "at_of-a-test-that-nobody-may-see"

NewCaller = Callable[..., Caller]


@pytest.fixture(params=[SyncCaller, AsyncCaller], ids=["sync", "async"])
def new_caller(request: pytest.FixtureRequest) -> Iterator[NewCaller]:
    with ExitStack() as stack:

        def make(url: str, **options: Any) -> Caller:
            named = {"api_key": API_KEY, "access_token": ACCESS_TOKEN} | options
            made: Caller = request.param(url, **named)
            return stack.enter_context(closing(made))

        yield make


@pytest.fixture
def caller(new_caller: NewCaller, service: Service) -> Caller:
    """Calls the running service with the credentials of an application."""
    return new_caller(service.url, api_key=service.api_key, access_token=service.access_token)


@pytest.fixture
def faulty() -> Iterator[Receiver]:
    """A service that answers as badly as the test wants."""
    with receiver_in_a_thread() as running:
        yield running
