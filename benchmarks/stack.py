"""What is measured: the service, bare callables on the same server, and their database."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from wasl.storage.embedded import EmbeddedPostgres

WORKERS: Final = 2
SECRET_KEY: Final = "only-for-measuring-" + "x" * 32
_ROOT: Final = Path(__file__).parent.parent


@dataclass(frozen=True)
class Service:
    port: int
    database_url: str
    application_id: str
    auth_head: bytes
    process: psutil.Process

    def memory_mb(self) -> list[float]:
        """What each answering process holds for itself alone."""
        return [child.memory_full_info().uss / 2**20 for child in self.process.children()]


@contextmanager
def database(folder: Path) -> Iterator[str]:
    embedded = EmbeddedPostgres(folder)
    url = embedded.start()
    try:
        yield url
    finally:
        embedded.stop()


@contextmanager
def service(database_url: str) -> Iterator[Service]:
    """Authentication, rate limiting, validation and the access log are on, as by default."""
    environment = os.environ | {
        "WASL_DATABASE_URL": database_url,
        "WASL_SECRET_KEY": SECRET_KEY,
        "WASL_RATE_LIMIT_PER_SECOND": "1000000",
        "WASL_RATE_LIMIT_BURST": "1000000",
        "WASL_CHECKOUT_ADDRESS_RATE_PER_SECOND": "1000000",
        "WASL_CHECKOUT_ADDRESS_BURST": "1000000",
        "WASL_CHECKOUT_INTENT_RATE_PER_SECOND": "1000000",
        "WASL_CHECKOUT_INTENT_BURST": "1000000",
    }
    wasl = [sys.executable, "-m", "wasl"]
    subprocess.run([*wasl, "migrate"], env=environment, check=True, stdout=subprocess.DEVNULL)
    create = [*wasl, "operator", "create-application", "--name", "Benchmark", "--json"]
    issued = json.loads(subprocess.check_output(create, env=environment))
    serve = [*wasl, "serve", "--port", "0", "--workers", str(WORKERS)]
    with _running(serve, environment, r'"url":"http://127\.0\.0\.1:(\d+)"') as (process, port):
        head = (
            f"host: 127.0.0.1\r\nx-api-key: {issued['api_key']}\r\n"
            f"authorization: Bearer {issued['access_token']}\r\naccept: application/json\r\n"
        )
        yield Service(
            port,
            database_url,
            issued["application_id"],
            head.encode(),
            psutil.Process(process.pid),
        )


@contextmanager
def bare(http: str, body_bytes: int) -> Iterator[int]:
    """The port of a callable that does nothing, on the same uvicorn with as many processes."""
    command = [sys.executable, "-m", "benchmarks.bare", http, str(body_bytes), str(WORKERS)]
    with _running(command, dict(os.environ), r"listening on (\d+)") as (_, port):
        yield port


@contextmanager
def insert_only(service: Service) -> Iterator[int]:
    """The port of a callable that makes the same INSERT and nothing else."""
    arguments = [service.application_id, service.database_url]
    command = [sys.executable, "-m", "benchmarks.insert_only", *arguments]
    with _running(command, dict(os.environ), r"listening on (\d+)") as (_, port):
        yield port


@contextmanager
def select_only(service: Service) -> Iterator[int]:
    """The port of a callable that looks up in batches and nothing else, in as many processes."""
    command = [sys.executable, "-m", "benchmarks.select_only", service.database_url, str(WORKERS)]
    with _running(command, dict(os.environ), r"listening on (\d+)") as (_, port):
        yield port


@contextmanager
def webhook_receiver() -> Iterator[int]:
    """The port of a receiver that answers at once."""
    command = [sys.executable, "-m", "benchmarks.webhook_receiver"]
    with _running(command, dict(os.environ), r"listening on (\d+)") as (_, port):
        yield port


@contextmanager
def _running(
    command: list[str], environment: dict[str, str], port_pattern: str
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, text=True, cwd=_ROOT
    )
    try:
        port = _port(process, port_pattern)
        # From now on the log is read and dropped, as a log collector would read it: beside the
        # load generator, not in it.
        collector = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
        yield process, port
    finally:
        process.terminate()
        process.wait()
    collector.wait()


def _port(process: subprocess.Popen[str], pattern: str) -> int:
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(pattern, line)
        if found:
            return int(found[1])
    raise RuntimeError("the process stopped before it listened")
