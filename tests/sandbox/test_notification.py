"""Moamalat tells the merchant's server of approved payments, again until it listens."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from tests.sandbox.moamalat_client import (
    BALANCE_TOO_LOW,
    BROWSER_TOLD_NOTHING,
    LATE,
    pay,
    sign,
)
from tests.sandbox.running import SETTINGS, charges
from tests.support.waiting import wait_for

TAKEN = (200, {"Message": "Success", "Success": True})


class Receiver:
    """Answers in the order given; the last answer goes on."""

    def __init__(self, answers: list[tuple[int, Any]]) -> None:
        self.received: list[dict[str, Any]] = []
        self._answers = answers

    def answer(self, body: bytes) -> tuple[int, bytes]:
        status, answer = self._answers[min(len(self.received), len(self._answers) - 1)]
        self.received.append(json.loads(body))
        return status, answer if isinstance(answer, bytes) else json.dumps(answer).encode()


@contextmanager
def receiving(sandbox: httpx.Client, *answers: tuple[int, Any]) -> Iterator[Receiver]:
    receiver = Receiver(list(answers))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.headers["content-type"] == "application/json"
            status, body = receiver.answer(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{server.server_port}/notifications"
    assert sandbox.post("/sandbox/notify-url", json={"notify_url": url}).status_code == 200
    yield receiver
    server.shutdown()
    server.server_close()


def test_an_approved_payment_is_announced_and_signed(sandbox: httpx.Client) -> None:
    with receiving(sandbox, TAKEN) as receiver:
        data = pay(sandbox)["data"]
        (fields,) = wait_for(lambda: receiver.received)
    moment = fields.pop("DateTimeLocalTrxn")
    assert len(moment) == 14
    signed = (
        f"Amount=25001&Currency=434&DateTimeLocalTrxn={moment}"
        f"&MerchantId=10081014649&TerminalId=99179395"
    )
    key = SETTINGS.moamalat_notification_key_hex
    assert fields.pop("SecureHash").lower() == sign(signed, key)
    assert fields == {
        "MerchantId": "10081014649",
        "TerminalId": "99179395",
        "TxnType": 1,
        "Message": "Approved",
        "PaidThrough": "Card",
        "SystemReference": data["SystemReference"],
        "NetworkReference": data["NetworkReference"],
        "MerchantReference": "order-1",
        "Amount": "25001",
        "Currency": "434",
        "PayerAccount": "639499XXXXXX0781",
        "PayerName": "SANDBOX CUSTOMER",
        "ActionCode": "00",
        "Status": "Success",
    }


def test_it_is_announced_even_if_the_browser_is_told_nothing(sandbox: httpx.Client) -> None:
    with receiving(sandbox, TAKEN) as receiver:
        pay(sandbox, BROWSER_TOLD_NOTHING)
        wait_for(lambda: receiver.received)


@pytest.mark.parametrize(
    "refusal",
    [(500, TAKEN[1]), (200, {"Success": False}), (200, b"not JSON"), (200, [])],
)
def test_it_is_announced_again_until_it_is_taken(
    sandbox: httpx.Client, refusal: tuple[int, Any]
) -> None:
    with receiving(sandbox, refusal, TAKEN) as receiver:
        pay(sandbox)
        wait_for(lambda: len(receiver.received) == 2)
        assert receiver.received[0] == receiver.received[1]
        pay(sandbox, reference="order-2")
        wait_for(lambda: len(receiver.received) == 3)
        assert receiver.received[2]["MerchantReference"] == "order-2"


def test_declined_and_late_payments_are_not_announced(sandbox: httpx.Client) -> None:
    with receiving(sandbox, TAKEN) as receiver:
        pay(sandbox, BALANCE_TOO_LOW)
        pay(sandbox, LATE)
        pay(sandbox, reference="order-2")
        wait_for(lambda: receiver.received)
        assert [fields["MerchantReference"] for fields in receiver.received] == ["order-2"]


def test_a_receiver_that_is_away_does_not_stop_the_payment(sandbox: httpx.Client) -> None:
    sandbox.post("/sandbox/notify-url", json={"notify_url": "http://127.0.0.1:1/"})
    assert pay(sandbox)["outcome"] == "approved"
    assert len(charges(sandbox)) == 1
