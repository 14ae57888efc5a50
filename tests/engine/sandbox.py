"""A sandbox on a real port, in a thread of the test's process, that remembers what it was asked."""

import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from typing import Any

import httpx

from tests.engine.values import CARD_CODE, LATE_AFTER_S
from tests.support.http import http_client
from tests.support.waiting import wait_for
from wasl_sandbox import SandboxSettings, sandbox_server

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

SETTINGS = SandboxSettings(late_after_s=LATE_AFTER_S, notify_delays_s=(0, 0.05, 0.05))


class Recording:
    """Around the sandbox's app: notes every operation as soon as it has arrived whole."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self.operations: list[str] = []

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        async def receive_and_note() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body"):
                self.operations.append(_operation(scope))
            return message

        await self._app(scope, receive_and_note if scope["type"] == "http" else receive, send)


def _operation(scope: Message) -> str:
    headers = dict(scope["headers"])
    named: str = headers.get(b"soapaction", b"").decode() or scope["path"]
    return named.rsplit("/", 1)[1].strip('"')


class Sandbox:
    def __init__(self, url: str, recording: Recording) -> None:
        self.url = url
        self._recording = recording
        self._client = http_client(url)

    def asked(self, operation: str) -> int:
        """How many requests for this operation have arrived since the last reset."""
        return self._recording.operations.count(operation)

    def ledger(self) -> list[dict[str, Any]]:
        charges: list[dict[str, Any]] = self._client.get("/ledger").json()["charges"]
        return charges

    def fault(self, provider: str, operation: str, kind: str, **more: object) -> None:
        named = {"provider": provider, "operation": operation, "kind": kind}
        self._post("faults", named | more)

    def ask_in_vain(self) -> None:
        """Takes the next fault of FilterTransactions, if there is one."""
        with suppress(httpx.TransportError):
            self._client.post("/Cube/PayLink.svc/api/FilterTransactions", json={})

    def advance(self, seconds: float) -> None:
        self._post("clock", {"advance_s": seconds})

    def notify(self, url: str | None) -> None:
        self._post("notify-url", {"notify_url": url})

    def pay_card(self, reference: str, amount: int, card: str, code: str = CARD_CODE) -> str:
        """What the customer does in the Lightbox; answers with what the browser is told."""
        purchase = {"merchant_reference": reference, "amount_minor": amount}
        return str(self._post("moamalat/pay", purchase | {"card": card, "code": code})["outcome"])

    def reset(self) -> None:
        self._post("reset", {})
        self._recording.operations.clear()

    def close(self) -> None:
        self._client.close()

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self._client.post(f"/sandbox/{path}", json=body)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told


@contextmanager
def running_sandbox(settings: SandboxSettings = SETTINGS) -> Iterator[Sandbox]:
    server = sandbox_server(settings)
    recording = Recording(server.config.app)
    server.config.app = recording
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        wait_for(lambda: server.started)
        sandbox = Sandbox(f"http://127.0.0.1:{listener.getsockname()[1]}", recording)
        try:
            yield sandbox
        finally:
            sandbox.close()
            server.should_exit = True
            thread.join(timeout=10)
        assert not thread.is_alive()
