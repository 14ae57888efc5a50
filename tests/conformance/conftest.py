import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

import httpx
import pytest
from aiohttp import ClientSession

from tests.conformance.accounts import edfali_account, moamalat_account, sadad_account
from tests.conformance.checkout import Checkout
from tests.conformance.table import ALL
from tests.sandbox.running import SETTINGS, RunningSandbox, running_sandbox
from tests.support.http import http_client
from wasl.provider_interface import Provider
from wasl.providers.edfali.client import Edfali
from wasl.providers.moamalat.client import Moamalat
from wasl.providers.sadad.client import Sadad
from wasl.providers.send_once import DEFAULT_LIMITS, TimeLimits, provider_session

MakeProvider = Callable[[str, RunningSandbox, ClientSession, TimeLimits], Provider]
# A slow answer is one that takes longer than this.
HASTY = TimeLimits(connect_s=5, total_s=0.4)

OpenCheckout = Callable[..., AbstractContextManager[Checkout]]


def make_provider(
    name: str, running: RunningSandbox, session: ClientSession, limits: TimeLimits
) -> Provider:
    """Its type is the proof that each adapter meets the protocol."""
    url, settings = running.url, running.settings
    made: dict[str, Provider] = {
        "moamalat": Moamalat(replace(moamalat_account(url, settings), limits=limits), session),
        "sadad": Sadad(replace(sadad_account(url, settings), limits=limits), session),
        "edfali": Edfali(replace(edfali_account(url, settings), limits=limits), session),
    }
    return made[name]


@pytest.fixture(scope="session")
def running() -> Iterator[RunningSandbox]:
    with running_sandbox(SETTINGS) as sandbox:
        yield sandbox


@pytest.fixture
def client(running: RunningSandbox) -> Iterator[httpx.Client]:
    """Of an empty sandbox."""
    with http_client(running.url, fresh_connections=True) as connected:
        assert connected.post("/sandbox/reset").status_code == 200
        yield connected


@pytest.fixture
def open_checkout(running: RunningSandbox, client: httpx.Client) -> OpenCheckout:
    """`make` builds the adapter where it is to differ from the usual one."""

    @contextmanager
    def opened(
        name: str, make: MakeProvider = make_provider, at: RunningSandbox = running
    ) -> Iterator[Checkout]:
        with asyncio.Runner() as runner:
            session = runner.run(_opened_session())
            try:
                provider = make(name, at, session, DEFAULT_LIMITS)
                hasty = make(name, at, session, HASTY)
                yield Checkout(name, provider, hasty, runner, client, at)
            finally:
                runner.run(session.close())

    return opened


async def _opened_session() -> ClientSession:
    return provider_session()


@pytest.fixture(params=ALL)
def checkout(request: pytest.FixtureRequest, open_checkout: OpenCheckout) -> Iterator[Checkout]:
    """One for each provider, or for those named by `checkouts`."""
    with open_checkout(request.param) as opened:
        yield opened


@pytest.fixture
def closed_port() -> RunningSandbox:
    """Where a provider was and is no more: connections are refused."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    return RunningSandbox(url, SETTINGS)


def checkouts(names: list[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("checkout", names, indirect=True)
