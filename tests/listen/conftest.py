"""A real server, worker and sandbox, and real `wasl listen` and `wasl trigger` processes."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.processes import running_workers
from tests.engine.sandbox import Sandbox, running_sandbox
from tests.listen.commands import Commands, command_server
from tests.listen.site import Merchant, Site
from tests.support.postgres import Postgres
from tests.support.server import running_server
from tests.webhooks.harness import Webhooks
from tests.webhooks.receiver import Receiver, receiver_in_a_thread

GENEROUS: dict[str, Any] = {"rate_limit_per_second": 1e6, "rate_limit_burst": 1_000_000}


@pytest.fixture(scope="session")
def sandbox_of_listeners() -> Iterator[Sandbox]:
    with running_sandbox() as running:
        yield running


@pytest.fixture
def sandbox(sandbox_of_listeners: Sandbox) -> Sandbox:
    sandbox_of_listeners.reset()
    return sandbox_of_listeners


@pytest.fixture(scope="session")
def database_of_listeners(postgres: Postgres) -> str:
    return postgres.new_migrated_database()


@pytest.fixture(scope="session")
def site(database_of_listeners: str, sandbox_of_listeners: Sandbox) -> Iterator[Site]:
    url, simulated = database_of_listeners, sandbox_of_listeners.url
    with running_server(url, workers=1, sandbox_url=simulated, **GENEROUS) as server:
        events = Webhooks(url)
        yield Site(server, events)
        events.close()
    assert server.failures() == []


@pytest.fixture(scope="session")
def working(database_of_listeners: str, sandbox_of_listeners: Sandbox) -> Iterator[None]:
    url, simulated = database_of_listeners, sandbox_of_listeners.url
    with running_workers(1, url, simulated, webhook_allow_private=True):
        yield


@pytest.fixture(scope="session")
def started_commands() -> Iterator[subprocess.Popen[str]]:
    with command_server() as running:
        yield running


@pytest.fixture
def commands(started_commands: subprocess.Popen[str], tmp_path: Path) -> Iterator[Commands]:
    commands = Commands(started_commands, tmp_path)
    yield commands
    commands.kill_all()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiver_in_a_thread() as running:
        yield running


@pytest.fixture
def merchant(site: Site) -> Merchant:
    return site.new_merchant()
