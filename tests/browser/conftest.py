"""One Chromium, driven against real processes: service, worker and sandbox, on a database of
their own.

Everything ends with this package: Playwright's event loop runs in the thread of the tests, where
other tests want one of their own.
"""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.album import Album
from tests.browser.screens import LANGUAGES, SCREENS
from tests.browser.shop import Shop
from tests.browser.site import Site, running_site
from tests.browser.tab import Tab
from tests.browser.visitor import NewVisitor, Visitor
from tests.engine.processes import running_workers
from tests.engine.sandbox import Sandbox, running_sandbox
from tests.support.chromium import running_chromium
from tests.support.cli import create_application
from tests.support.postgres import Postgres
from tests.support.service import Service, running_service

expect.set_options(timeout=15_000)

# No test but those of the limits themselves reaches them.
_NO_LIMITS: dict[str, Any] = {
    "checkout_address_rate_per_second": 1e6,
    "checkout_address_burst": 1_000_000,
    "checkout_intent_rate_per_second": 1e6,
    "checkout_intent_burst": 1_000_000,
}
MERCHANT = "متجر الواحة"


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with running_chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def album() -> Iterator[Album]:
    pictures = Album()
    yield pictures
    pictures.write_index()


@pytest.fixture(scope="package")
def shared_sandbox() -> Iterator[Sandbox]:
    with running_sandbox() as running:
        yield running


@pytest.fixture(scope="package")
def checkout_service(postgres: Postgres, shared_sandbox: Sandbox) -> Iterator[Service]:
    """Reached under the address that it gives to merchants. Its worker runs, too."""
    database_url = postgres.new_migrated_database()
    port = free_port()
    with (
        running_service(
            database_url,
            port=port,
            public_url=f"http://127.0.0.1:{port}",
            sandbox_url=shared_sandbox.url,
            **_NO_LIMITS,
        ) as service,
        running_workers(1, database_url, shared_sandbox.url),
    ):
        yield service
    assert service.process.failures() == []


@pytest.fixture(scope="package")
def shared_shop(checkout_service: Service, shared_sandbox: Sandbox) -> Iterator[Shop]:
    application = create_application(checkout_service.database_url, MERCHANT)
    with checkout_service.client(application.headers) as merchant:
        yield Shop(checkout_service, shared_sandbox, merchant)


@pytest.fixture
def sandbox(shared_sandbox: Sandbox) -> Sandbox:
    shared_sandbox.reset()
    return shared_sandbox


@pytest.fixture
def shop(shared_shop: Shop, sandbox: Sandbox) -> Shop:
    """Nobody has tried anything, and nothing was charged."""
    shared_shop.forget_who_tried()
    sandbox.notify(f"{shared_shop.service.url}/callbacks/moamalat")
    return shared_shop


@pytest.fixture
def new_visitor(chromium: Browser, shop: Shop) -> Iterator[NewVisitor]:
    with ExitStack() as stack:
        yield NewVisitor(stack, chromium, shop.service.url)


@pytest.fixture(
    params=[(language, screen) for language in LANGUAGES for screen in SCREENS],
    ids=lambda chosen: f"{chosen[0]}-{chosen[1].name}",
)
def anyone(request: pytest.FixtureRequest, new_visitor: NewVisitor) -> Visitor:
    """In each language, on each screen."""
    language, screen = request.param
    return new_visitor(language=language, screen=screen)


@pytest.fixture
def anyones_tab(anyone: Visitor, shop: Shop) -> Tab:
    return Tab(anyone, shop.sandbox.url)


@pytest.fixture
def customer(new_visitor: NewVisitor) -> Visitor:
    """As most are: in Arabic, on a phone."""
    return new_visitor()


@pytest.fixture
def tab(customer: Visitor, shop: Shop) -> Tab:
    return Tab(customer, shop.sandbox.url)


@pytest.fixture
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


@pytest.fixture
def visit_site(chromium: Browser, site: Site) -> Iterator[NewVisitor]:
    """Visitors of the test's own site."""
    with ExitStack() as stack:
        yield NewVisitor(stack, chromium, site.url)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port
