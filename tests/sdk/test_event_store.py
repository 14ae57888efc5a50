"""Received events are never lost, and never done by two at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.waiting import wait_for
from wasl_sdk import WebhookEvent
from wasl_sdk.receivers import EventStore, MemoryEventStore, SqliteEventStore

NewStore = Callable[[float], EventStore]


def event(number: int) -> WebhookEvent:
    return WebhookEvent(f"delivery-{number}", "payment_intent.succeeded", f"intent-{number}")


@pytest.fixture(params=["memory", "sqlite"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> NewStore:
    def make(retry_after_s: float) -> EventStore:
        if request.param == "memory":
            return MemoryEventStore(retry_after_s)
        return SqliteEventStore(tmp_path / "events.db", retry_after_s)

    return make


def test_an_event_is_new_once(new_store: NewStore) -> None:
    store = new_store(60)
    assert store.keep(event(1))
    assert not store.keep(event(1))
    assert store.keep(event(2))


def test_an_event_is_claimed_as_it_was_kept_by_one(new_store: NewStore) -> None:
    store = new_store(60)
    store.keep(event(1))
    assert store.claim() == event(1)
    assert store.claim() is None


def test_what_is_done_is_never_due_again_and_stays_known(new_store: NewStore) -> None:
    store = new_store(0)
    store.keep(event(1))
    assert store.claim() == event(1)
    store.finish(event(1))
    assert store.claim() is None
    assert not store.keep(event(1))


def test_what_was_not_finished_is_due_again(new_store: NewStore) -> None:
    store = new_store(0.1)
    store.keep(event(1))
    assert store.claim() == event(1)
    assert wait_for(store.claim) == event(1)


def test_many_at_once_each_keep_and_claim_what_nobody_else_does(new_store: NewStore) -> None:
    store = new_store(60)
    with ThreadPoolExecutor(8) as threads:
        kept = list(threads.map(lambda number: store.keep(event(number % 20)), range(60)))
        claimed = list(threads.map(lambda _: store.claim(), range(30)))
    assert kept.count(True) == 20
    assert sorted(one.id for one in claimed if one) == sorted(event(n).id for n in range(20))


def test_a_file_outlives_the_process(tmp_path: Path) -> None:
    SqliteEventStore(tmp_path / "events.db").keep(event(1))
    again = SqliteEventStore(tmp_path / "events.db")
    assert not again.keep(event(1))
    assert again.claim() == event(1)
