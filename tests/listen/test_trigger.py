"""`wasl trigger`, end to end: simulators, status change, event, webhook and listener."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx
import pytest

from tests.engine.engine import settings_for
from tests.engine.sandbox import Sandbox
from tests.engine.values import approved_sadad_phone
from tests.listen.commands import Commands
from tests.listen.site import TRIGGER, Merchant, Site
from tests.support.waiting import wait_for
from tests.webhooks.receiver import Receiver
from wasl.bootstrap import services_on
from wasl.domain.application import Method
from wasl.domain.errors import SimulatorsUnavailable
from wasl.domain.event import EventKind
from wasl.domain.payment_intent import NewPaymentIntent
from wasl.provider_interface import Payer

KEY = "a-key-of-mine"


def trigger(
    site: Site, merchant: Merchant, event: str = EventKind.SUCCEEDED, key: str = KEY
) -> httpx.Response:
    with site.client(merchant) as client:
        return client.post(TRIGGER, json={"event": event, "key": key})


def data(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


@pytest.mark.usefixtures("working")
def test_a_success_is_paid_delivered_and_forwarded_alike(
    site: Site, sandbox: Sandbox, commands: Commands, receiver: Receiver
) -> None:
    merchant = site.new_merchant(webhook_url=receiver.url("/webhook"))
    at_server = ("--server", site.server.url)
    listener = commands.start(
        *("listen", *at_server, "--forward-to", receiver.url("/forwarded")), token=merchant.token
    )
    listener.wait_until_said("First time here")
    code, output = commands.run(
        "trigger", "payment_intent.succeeded", *at_server, token=merchant.token
    )
    assert code == 0, output
    [charge] = sandbox.ledger()
    assert (charge["provider"], charge["amount_minor"]) == ("sadad", 25_000)
    [row] = site.events.fetch(
        "SELECT uuid, reference, status FROM payment_intents WHERE application_id = $1", merchant.id
    )
    assert row["status"] == "succeeded"
    assert {str(row["uuid"]), row["reference"], "succeeded"} <= set(output.split())
    wait_for(lambda: len(receiver.received) == 2)
    by_path = {one.path: one for one in receiver.received}
    webhook, forwarded = by_path["/webhook"], by_path["/forwarded"]
    assert forwarded.body == webhook.body
    for name in ("content-type", "service-signature", "user-agent"):
        assert forwarded.headers[name] == webhook.headers[name]
    assert merchant.signed(forwarded)


@pytest.mark.usefixtures("working")
def test_a_cancellation_is_waited_for(
    site: Site, commands: Commands, receiver: Receiver, merchant: Merchant
) -> None:
    at_server = ("--server", site.server.url)
    listener = commands.start(
        *("listen", *at_server, "--forward-to", receiver.url()), token=merchant.token
    )
    listener.wait_until_said("First time here")
    command = commands.start("trigger", "payment_intent.canceled", *at_server, token=merchant.token)
    command.wait_until_said("cancels it when it expires")
    [row] = site.events.fetch(
        "SELECT uuid, expires_at - created_at AS lifetime FROM payment_intents"
        " WHERE application_id = $1",
        merchant.id,
    )
    assert 300 < row["lifetime"].total_seconds() < 310
    # Five minutes pass.
    site.events.execute(
        "UPDATE payment_intents SET expires_at = now() WHERE uuid = $1", row["uuid"]
    )
    site.events.execute("SELECT pg_notify('wasl_wakeups', 'expire_intents')")
    assert command.wait() == 0
    assert "canceled" in command.output().splitlines()[-1]
    wait_for(lambda: receiver.received)
    assert merchant.signed(receiver.received[0])
    assert b"payment_intent.canceled" in receiver.received[0].body


def test_the_same_key_pays_once_also_at_the_same_moment(
    site: Site, sandbox: Sandbox, merchant: Merchant
) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: trigger(site, merchant), range(8)))
    assert len({data(answer)["uuid"] for answer in answers}) == 1
    assert data(trigger(site, merchant))["status"] == "succeeded"
    assert len(sandbox.ledger()) == 1
    data(trigger(site, merchant, key="another-key"))
    assert len(sandbox.ledger()) == 2


def test_a_lost_answer_of_the_simulator_is_not_paid_again(
    site: Site, sandbox: Sandbox, merchant: Merchant
) -> None:
    sandbox.fault("sadad", "Pay", "cut")
    assert data(trigger(site, merchant))["status"] == "processing"
    assert data(trigger(site, merchant))["status"] in ("processing", "succeeded")
    assert len(sandbox.ledger()) == 1


def test_a_trigger_that_was_cut_off_goes_on_with_its_attempt(
    site: Site, sandbox: Sandbox, merchant: Merchant
) -> None:
    """As if the server had died after the code was sent."""
    begun = site.events.run(_begin(site, sandbox, merchant))
    answer = data(trigger(site, merchant))
    assert (answer["uuid"], answer["status"]) == (str(begun), "succeeded")
    attempts = site.events.fetch("SELECT FROM attempts WHERE payment_intent_uuid = $1", begun)
    assert len(attempts) == len(sandbox.ledger()) == 1


async def _begin(site: Site, sandbox: Sandbox, merchant: Merchant) -> UUID:
    url, now = site.events.database_url, datetime.now(UTC)
    new = NewPaymentIntent(f"trigger-succeeded-{KEY}", 25_000, "LYD", None, None, None, None, None)
    async with services_on(settings_for(url, sandbox.url), url) as services:
        intent, _ = await services.create_payment_intent(merchant.id, new, now)
        payer = Payer(approved_sadad_phone(1), 1990)
        await services.start_attempt(intent.uuid, Method.SADAD, payer, None, now)
    return intent.uuid


def test_without_sadad_it_is_paid_with_edfali(site: Site, sandbox: Sandbox) -> None:
    merchant = site.new_merchant(methods=[Method.CARD, Method.EDFALI])
    assert data(trigger(site, merchant))["status"] == "succeeded"
    assert [charge["provider"] for charge in sandbox.ledger()] == ["edfali"]


def test_a_card_alone_cannot_be_paid_with(site: Site) -> None:
    answer = trigger(site, site.new_merchant(methods=[Method.CARD]))
    assert answer.status_code == 422
    assert "neither Sadad nor Edfali" in answer.json()["message"]


def test_simulators_that_do_not_run_are_named_and_a_repeat_is_paid(
    site: Site, sandbox: Sandbox, commands: Commands, merchant: Merchant
) -> None:
    asked = ("trigger", EventKind.SUCCEEDED, "--server", site.server.url, "--key", KEY)
    sandbox.fault("sadad", "Validate", "http_500", effect=False)
    code, output = commands.run(*asked, token=merchant.token)
    assert (code, output) == (1, f"wasl: {SimulatorsUnavailable()}\n")
    assert "wasl sandbox" in output
    code, output = commands.run(*asked, token=merchant.token)
    assert (code, len(sandbox.ledger())) == (0, 1), output


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"event": "payment_intent.failed", "key": KEY}, ["event"]),
        ({"event": ["payment_intent.succeeded"], "key": KEY}, ["event"]),
        ({"event": "payment_intent.succeeded"}, ["key"]),
        ({"event": "payment_intent.succeeded", "key": "short"}, ["key"]),
        ({"event": "payment_intent.succeeded", "key": "a key with spaces"}, ["key"]),
        ({}, ["event", "key"]),
    ],
)
def test_a_trigger_that_makes_no_sense_is_refused(
    site: Site, merchant: Merchant, body: dict[str, Any], fields: list[str]
) -> None:
    with site.client(merchant) as client:
        answer = client.post(TRIGGER, json=body)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == fields


def test_an_unknown_event_is_answered_with_the_known_ones(commands: Commands) -> None:
    code, output = commands.run("trigger", "payment_intent.failed", token="at_any")
    assert code == 2
    assert all(event in output for event in EventKind)


def test_a_server_that_is_away_is_tried_and_the_key_is_told(
    commands: Commands, merchant: Merchant
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}"
    asked = ("trigger", EventKind.SUCCEEDED, "--server", address, "--key", KEY)
    code, output = commands.run(*asked, token=merchant.token)
    assert code == 1
    assert f"wasl trigger payment_intent.succeeded --key {KEY}" in output


def test_a_trigger_whose_answer_is_lost_is_sent_again_and_paid_once(
    site: Site, sandbox: Sandbox, commands: Commands, merchant: Merchant
) -> None:
    with losing_the_first_answer(site.server.url) as address:
        code, output = commands.run(
            "trigger", EventKind.SUCCEEDED, "--server", address, token=merchant.token
        )
    assert code == 0, output
    assert len(sandbox.ledger()) == 1


@contextmanager
def losing_the_first_answer(url: str) -> Iterator[str]:
    """A way to the server on which the first answer gets lost, after it was made."""
    target = url.removeprefix("http://").split(":")
    listener = socket.create_server(("127.0.0.1", 0))

    def carry() -> None:
        for loses in (True, False):
            near, _ = listener.accept()
            with near, socket.create_connection((target[0], int(target[1]))) as far:
                far.sendall(near.recv(65536))
                answer = far.recv(65536)
                if not loses:
                    near.sendall(answer)

    thread = threading.Thread(target=carry, daemon=True)
    thread.start()
    with listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        thread.join(10)
    assert not thread.is_alive(), "the answer was not asked for again"
