"""A process that dies between its answer and its work loses nothing."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from tests.sdk.test_receivers import event
from tests.sdk.test_webhook import NEW, sign
from tests.support.bodies import body
from tests.support.service import PAYMENT_INTENTS, Service
from tests.support.waiting import wait_for
from wasl_sdk import PaymentIntent, WaslClient
from wasl_sdk.receivers import Receiver, SqliteEventStore

REPOSITORY = Path(__file__).parents[2]


def test_an_event_outlives_the_process_that_acknowledged_it(
    service: Service, client: httpx.Client, tmp_path: Path
) -> None:
    uuid = client.post(PAYMENT_INTENTS, json=body()).json()["data"]["uuid"]
    told = event(uuid)
    url, path = f"{service.url}/api/v1", tmp_path / "events.db"
    dead = subprocess.run(
        [
            *(sys.executable, "-m", "tests.sdk.dying_shop", url, service.api_key),
            *(service.access_token, str(path), NEW, sign(told), told.decode()),
        ],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    # The thread may be faster to die than the answer is to be printed.
    assert dead.returncode == 9, dead.stderr
    assert f"working on {uuid}" in dead.stdout
    handled: list[PaymentIntent] = []
    credentials: dict[str, Any] = {"api_key": service.api_key, "access_token": service.access_token}
    with WaslClient(url, **credentials) as wasl:
        store = SqliteEventStore(path, retry_after_s=0.1)
        _make_due(path)
        with Receiver(wasl, NEW, store, handled.append) as receiver:
            wait_for(lambda: [intent.uuid for intent in handled] == [uuid])
            assert receiver.accept(told, sign(told)).text == "Known already."
    assert len(handled) == 1


def test_a_receiver_works_in_a_forked_process(
    service: Service, client: httpx.Client, tmp_path: Path
) -> None:
    """As under a server that loads the application and then forks."""
    uuid = client.post(PAYMENT_INTENTS, json=body()).json()["data"]["uuid"]
    told, done = event(uuid), tmp_path / "done"
    wasl = WaslClient(
        f"{service.url}/api/v1", api_key=service.api_key, access_token=service.access_token
    )
    store = SqliteEventStore(tmp_path / "events.db")
    receiver = Receiver(wasl, NEW, store, lambda intent: _note(done, intent.uuid))
    receiver.start()
    wasl.retrieve_payment_intent(uuid)
    child = os.fork()
    if child == 0:
        try:
            # Otherwise the parent's thread would do it.
            receiver._store = SqliteEventStore(tmp_path / f"{uuid4()}.db")
            receiver.accept(told, sign(told))
            wait_for(done.exists)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    receiver.stop()
    wasl.close()
    assert done.read_text() == uuid


def _note(done: Path, uuid: str) -> None:
    written = done.with_suffix(".part")
    written.write_text(uuid)
    written.rename(done)


def _make_due(path: Path) -> None:
    """The while that a dead process keeps its claim has passed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE wasl_events SET due_at = 0 WHERE due_at IS NOT NULL")
