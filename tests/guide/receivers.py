"""The guide's webhook receivers, started as it says, with real webhooks sent to them."""

import hashlib
import hmac
import shlex
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.guide.blocks import PORT, Block, block
from tests.guide.gate import gate_before
from tests.guide.interpreters import INTERPRETERS, need
from tests.guide.merchant import ORDER, Merchant, new_merchant, pay
from tests.shop.open_shop import free_port
from tests.support.http import http_client
from tests.support.service import Service
from tests.support.waiting import wait_for

PAID = f"{ORDER} is paid\n"
HOOK = "/webhooks/wasl"


@dataclass(frozen=True)
class Example:
    """`done` counts the events that the receiver is finished with.

    `job` is run beside it, where the work is none of its own.
    """

    files: Sequence[Block]
    command: Block
    done: Callable[[Path], int]
    job: Block | None = None
    # Whether it goes on at once after a crash. The SDK waits a minute first: tests/sdk proves it.
    resumes_at_once: bool = True


def _done_in(table: str, condition: str) -> Callable[[Path], int]:
    def count(folder: Path) -> int:
        with closing(sqlite3.connect(folder / "shop.db", timeout=10)) as books:
            sql = f"SELECT count(*) FROM {table} WHERE {condition}"
            return int(books.execute(sql).fetchone()[0])

    return count


EXAMPLES = {
    "shop": Example(
        [block("python", "shop.py")],
        block("sh", "run-shop"),
        _done_in("wasl_events", "due_at IS NULL"),
        resumes_at_once=False,
    ),
    "python": Example(
        [block("python", "receiver.py")],
        block("sh", "run-receiver-python"),
        _done_in("events", "done"),
    ),
    "node": Example(
        [block("js", "receiver.mjs")],
        block("sh", "run-receiver-node"),
        lambda folder: len(list((folder / "inbox").glob("*.done"))),
    ),
    "php": Example(
        [block("php", "shop.php"), block("php", "webhook.php"), block("php", "work.php")],
        block("sh", "run-receiver-php"),
        _done_in("events", "done"),
        job=block("sh", "run-work-php"),
    ),
}


class Running:
    """The example's processes; what they print is kept in a file, whoever is killed."""

    def __init__(self, example: Example, merchant: Merchant, folder: Path, port: int) -> None:
        self._example = example
        self._merchant = merchant
        self.folder = folder
        self._port = port
        self.url = f"http://127.0.0.1:{port}"
        for file in example.files:
            (folder / file.name).write_text(file.code.replace(PORT, str(port)), "utf-8")

    @contextmanager
    def started(self, api_url: str) -> Iterator[subprocess.Popen[bytes]]:
        command = shlex.split(self._example.command.code.replace(PORT, str(self._port)))
        with (self.folder / "output").open("ab") as output:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=self._merchant.environment(api_url),
                stdout=output,
                stderr=output,
            )
        try:
            wait_for(lambda: self._answers(process))
            yield process
        finally:
            process.kill()
            process.wait(30)

    def do_the_job(self) -> None:
        if self._example.job is not None:
            with (self.folder / "output").open("ab") as output:
                subprocess.run(
                    shlex.split(self._example.job.code),
                    cwd=self.folder,
                    env=self._merchant.environment(),
                    stdout=output,
                    stderr=output,
                    timeout=60,
                    check=True,
                )

    def output(self) -> str:
        return (self.folder / "output").read_text("utf-8")

    def wait_until_done(self, events: int) -> None:
        self.do_the_job()
        wait_for(lambda: self._example.done(self.folder) == events)

    def post(self, body: bytes, signature: str | None) -> int:
        headers = {b"Content-Type": b"application/json"}
        if signature is not None:
            headers[b"Service-Signature"] = signature.encode("latin-1")
        with http_client(self.url) as client:
            return client.post(HOOK, content=body, headers=headers).status_code

    def signed(self, body: bytes, secret: str | None = None) -> str:
        key = secret or self._merchant.application.webhook_secret
        return hmac.new(key.encode(), body, hashlib.sha256).hexdigest()

    def _answers(self, process: subprocess.Popen[bytes]) -> bool:
        assert process.poll() is None, self.output()
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=1):
                return True
        except OSError:
            return False


@contextmanager
def _prepared(name: str, service: Service, folder: Path) -> Iterator[tuple[Merchant, Running]]:
    example = EXAMPLES[name]
    if example.files[0].kind in INTERPRETERS:
        need(INTERPRETERS[example.files[0].kind])
    port = free_port()
    merchant = new_merchant(service, f"http://127.0.0.1:{port}{HOOK}")
    yield merchant, Running(example, merchant, folder, port)


def meets_its_obligations(name: str, service: Service, folder: Path) -> None:
    with (
        _prepared(name, service, folder) as (merchant, running),
        gate_before(service.url) as gate,
    ):
        intent = merchant.create()["uuid"]
        with running.started(gate.url) as process:
            # It answers before it has asked about the intent, and does the work afterwards.
            gate.close()
            pay(service, intent)
            delivered = merchant.delivery(intent)
            assert PAID not in running.output()
            if EXAMPLES[name].resumes_at_once:
                process.send_signal(signal.SIGKILL)
                process.wait(30)
            else:
                gate.open()
                running.wait_until_done(1)
        with running.started(service.url):
            # What it had acknowledged is not forgotten.
            gate.open()
            running.wait_until_done(1)
            wait_for(lambda: PAID in running.output())
            _refuses_what_is_not_signed(running, delivered)
            _handles_an_id_once(running, delivered)
            _takes_a_test_event_as_done(running, delivered)
        assert running.output().count(PAID) == 1, running.output()


def _refuses_what_is_not_signed(running: Running, delivered: bytes) -> None:
    other = delivered.replace(b'"id":"', b'"id":"f')
    assert running.post(other, running.signed(delivered)) == 401
    assert running.post(delivered, running.signed(delivered, "whsec_of-somebody-else")) == 401
    assert running.post(delivered, running.signed(delivered).upper()) == 401
    assert running.post(delivered, "é") == 401
    assert running.post(delivered, "") == 401
    assert running.post(delivered, None) == 401
    assert running.post(delivered.replace(b",", b", "), running.signed(delivered)) == 401


def _handles_an_id_once(running: Running, delivered: bytes) -> None:
    """Signed with the new secret or the old one."""
    assert running.post(delivered, running.signed(delivered)) in (200, 204)
    assert running.post(delivered, running.signed(delivered, "whsec_of-last-year")) in (200, 204)
    running.wait_until_done(1)


def _takes_a_test_event_as_done(running: Running, delivered: bytes) -> None:
    """Its uuid is that of no intent."""
    other = delivered.replace(b'"id":"0', b'"id":"1').replace(b'"uuid":"0', b'"uuid":"1')
    assert other != delivered
    assert running.post(other, running.signed(other)) in (200, 204)
    running.wait_until_done(2)


def compares_the_amount(name: str, service: Service, folder: Path) -> None:
    with _prepared(name, service, folder) as (merchant, running):
        intent = merchant.create(amount=1_000)["uuid"]
        with running.started(service.url):
            pay(service, intent)
            merchant.delivery(intent)
            running.wait_until_done(1)
        assert PAID not in running.output(), running.output()


def shows_the_result_on_return(service: Service, folder: Path) -> None:
    """The SDK's example has a page for it: the webhook never comes, and the order is settled."""
    port = free_port()
    merchant = new_merchant(service)
    running = Running(EXAMPLES["shop"], merchant, folder, port)
    intent = merchant.create()["uuid"]
    with running.started(service.url):
        address = f"{running.url}/return/{intent}"
        assert httpx.get(address, timeout=30).json() == {"status": "requires_payment_method"}
        pay(service, intent)
        assert httpx.get(address, timeout=30).json() == {"status": "succeeded"}
        wait_for(lambda: running.output().count(PAID) == 1)
