"""Webhooks on real PostgreSQL, with receivers on real ports."""

from collections.abc import Iterator

import pytest

from tests.support.postgres import Postgres
from tests.webhooks.harness import Shop, Webhooks
from tests.webhooks.receiver import Receiver, receiver_in_a_thread


@pytest.fixture(scope="module")
def webhooks_of_this_file(postgres: Postgres) -> Iterator[Webhooks]:
    webhooks = Webhooks(postgres.new_migrated_database())
    yield webhooks
    webhooks.close()


@pytest.fixture
def webhooks(webhooks_of_this_file: Webhooks) -> Webhooks:
    """Nothing is queued from another test."""
    webhooks_of_this_file.execute("DELETE FROM delivery_queue")
    return webhooks_of_this_file


@pytest.fixture
def own_webhooks(postgres: Postgres) -> Iterator[Webhooks]:
    """On a database that no other test uses, at the true time."""
    webhooks = Webhooks(postgres.new_migrated_database())
    yield webhooks
    webhooks.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiver_in_a_thread() as running:
        yield running


@pytest.fixture
def shop(webhooks: Webhooks, receiver: Receiver) -> Shop:
    return webhooks.new_shop(receiver.url())
