"""What only Moamalat has: a Lightbox, notifications, and questions that must differ."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from aiohttp import ClientSession

from tests.conformance.checkout import Checkout, new_charge
from tests.conformance.conftest import OpenCheckout, checkouts, make_provider
from tests.conformance.table import Row
from tests.sandbox.running import RunningSandbox
from tests.support.waiting import wait_for
from wasl.provider_interface import (
    Declined,
    ForgedNotification,
    OpenLightbox,
    Paid,
    Provider,
)
from wasl.providers.send_once import DEFAULT_LIMITS, provider_session


@checkouts(["moamalat"])
def test_the_script_of_the_lightbox_is_there(checkout: Checkout, client: httpx.Client) -> None:
    lightbox = checkout.begin(new_charge())
    assert isinstance(lightbox, OpenLightbox)
    script = client.get(lightbox.script_url)
    assert script.status_code == 200
    assert "Lightbox" in script.text


@checkouts(["moamalat"])
@pytest.mark.parametrize("name", ["AmountTrxn", "MerchantReference", "TrxDateTime", "TID"])
def test_nothing_in_a_lightbox_can_be_changed_by_the_browser(
    checkout: Checkout, client: httpx.Client, name: str
) -> None:
    lightbox = checkout.begin(new_charge())
    assert isinstance(lightbox, OpenLightbox)
    card = {"card": checkout.values.payers[Row.APPROVED], "expiry": "01/27"}
    assert client.post("/lightbox/card", json={**lightbox.configure, **card}).is_success
    changed = {**lightbox.configure, **card, name: "1"}
    assert client.post("/lightbox/card", json=changed).is_client_error


@checkouts(["moamalat"])
def test_a_declined_card_and_then_an_approved_one_is_paid(checkout: Checkout) -> None:
    charge = new_charge()
    assert isinstance(checkout.pay(charge, Row.BALANCE_TOO_LOW), Declined)
    assert isinstance(checkout.pay(charge, Row.APPROVED), Paid)


@checkouts(["moamalat"])
def test_who_pays_twice_with_one_reference_has_paid_and_both_are_named(
    checkout: Checkout,
) -> None:
    charge = new_charge()
    checkout.pay(charge)
    answer = checkout.pay(charge)
    assert isinstance(answer, Paid)
    assert answer.amount_minor == charge.amount_minor
    named = set(answer.provider_reference.split(","))
    assert named == {charged["provider_reference"] for charged in checkout.charged()}
    assert len(named) == 2


@contextmanager
def receiver(client: httpx.Client) -> Iterator[list[dict[str, Any]]]:
    """Listens where the sandbox sends its notifications."""
    received: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            body = b'{"Message":"Success","Success":true}'
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}/"
        assert client.post("/sandbox/notify-url", json={"notify_url": url}).is_success
        try:
            yield received
        finally:
            server.shutdown()
            thread.join()


@checkouts(["moamalat"])
def test_a_notification_names_the_charge_it_speaks_of(
    checkout: Checkout, client: httpx.Client
) -> None:
    charge = new_charge()
    with receiver(client) as received:
        checkout.pay(charge)
        (fields,) = wait_for(lambda: received)
    assert checkout.provider.parse_notification(fields) == charge.reference


@checkouts(["moamalat"])
def test_a_notification_that_was_tampered_with_is_forged(
    checkout: Checkout, client: httpx.Client
) -> None:
    with receiver(client) as received:
        checkout.pay(new_charge())
        (fields,) = wait_for(lambda: received)
    for name in ("Amount", "Currency", "DateTimeLocalTrxn", "MerchantId", "TerminalId"):
        with pytest.raises(ForgedNotification):
            checkout.provider.parse_notification(fields | {name: "1"})


@checkouts(["sadad", "edfali"])
def test_wallets_send_no_notifications(checkout: Checkout) -> None:
    with pytest.raises(ForgedNotification):
        checkout.provider.parse_notification({"MerchantReference": "1"})


def test_many_questions_at_once_are_all_answered(
    running: RunningSandbox, open_checkout: OpenCheckout
) -> None:
    """The sandbox refuses a DateTimeLocalTrxn that it has seen before."""
    charge = new_charge()
    with open_checkout("moamalat") as checkout:
        assert isinstance(checkout.pay(charge), Paid)
    answers = asyncio.run(_ask_at_once(running, charge, clients=4, questions=50))
    assert {type(answer) for answer in answers} == {Paid}


async def _ask_at_once(
    running: RunningSandbox, charge: Any, clients: int, questions: int
) -> list[object]:
    async with provider_session() as session:
        providers = [_moamalat(running, session) for _ in range(clients)]
        return await asyncio.gather(
            *(provider.inquire(charge) for provider in providers for _ in range(questions))
        )


def _moamalat(running: RunningSandbox, session: ClientSession) -> Provider:
    return make_provider("moamalat", running, session, DEFAULT_LIMITS)
