"""Runs sandboxes on uvicorn, on a real port, in a thread of the test's process."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.support.waiting import wait_for
from wasl_sandbox import SandboxSettings, sandbox_server

SETTINGS = SandboxSettings(notify_delays_s=(0, 0.05, 0.05))


@dataclass(frozen=True)
class RunningSandbox:
    url: str
    settings: SandboxSettings


@contextmanager
def running_sandbox(settings: SandboxSettings) -> Iterator[RunningSandbox]:
    server = sandbox_server(settings)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        wait_for(lambda: server.started)
        yield RunningSandbox(f"http://127.0.0.1:{listener.getsockname()[1]}", settings)
        server.should_exit = True
        thread.join(timeout=10)
        assert not thread.is_alive()


def charges(sandbox: httpx.Client, reference: str | None = None) -> list[dict[str, Any]]:
    query = {} if reference is None else {"reference": reference}
    found: list[dict[str, Any]] = sandbox.get("/ledger", params=query).json()["charges"]
    return found


def advance(sandbox: httpx.Client, seconds: float) -> None:
    assert sandbox.post("/sandbox/clock", json={"advance_s": seconds}).status_code == 200


def order_fault(sandbox: httpx.Client, provider: str, operation: str, **fault: object) -> None:
    ordered = sandbox.post(
        "/sandbox/faults", json={"provider": provider, "operation": operation, **fault}
    )
    assert ordered.status_code == 200, ordered.text
