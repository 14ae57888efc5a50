"""How `wasl up` tells the demo application and its shop of each other."""

import asyncio
import socket
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from tests.support.cli import SECRET_KEY
from wasl.bootstrap import services_on
from wasl.cli.demo_application import demo_application
from wasl.cli.demo_shop import connect_shop
from wasl.cli.ports import LOCAL, listen_locally
from wasl.cli.server_process import listen_on
from wasl.config import Settings
from wasl.domain.webhook_signature import signature

HOOK, MOVED, OWN = (f"http://127.0.0.1:{port}/webhooks/wasl" for port in (8080, 8081, 3000))


class Demo:
    """One start of `wasl up` after the other."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        assert settings.database_url is not None
        self._url = settings.database_url

    def start(self, hook: str) -> dict[str, str]:
        demo = demo_application(self._settings, self._url)
        return connect_shop(self._settings, self._url, demo, hook)

    def webhook_url(self, demo: dict[str, str]) -> str | None:
        async def ask() -> str | None:
            async with services_on(self._settings, self._url) as services:
                shown = await services.show_webhook(UUID(demo["application_id"]), datetime.now(UTC))
                return shown.url

        return asyncio.run(ask())

    def set_url(self, demo: dict[str, str], url: str) -> None:
        async def change() -> None:
            async with services_on(self._settings, self._url) as services:
                await services.set_webhook_url(
                    UUID(demo["application_id"]), url, "a test", datetime.now(UTC)
                )

        asyncio.run(change())

    def roll(self, demo: dict[str, str]) -> str:
        async def change() -> str:
            async with services_on(self._settings, self._url) as services:
                return await services.roll_webhook_secret(
                    UUID(demo["application_id"]), "a test", datetime.now(UTC)
                )

        return asyncio.run(change())

    def signs_with(self, demo: dict[str, str]) -> bool:
        async def ask() -> bool:
            async with services_on(self._settings, self._url) as services:
                signed = signature(demo["webhook_secret"], b"{}")
                found = await services.check_signature(
                    UUID(demo["application_id"]), "{}", signed, None
                )
                return found.verifies

        return asyncio.run(ask())


@pytest.fixture
def demo(own_database_url: str, tmp_path: Path) -> Demo:
    return Demo(
        Settings(
            _env_file=None,
            database_url=own_database_url,
            secret_key=SECRET_KEY,
            data_dir=tmp_path,
            webhook_allow_private=True,
        )
    )


def test_webhooks_go_to_the_shop_wherever_it_is_this_time(demo: Demo) -> None:
    first = demo.start(HOOK)
    assert demo.webhook_url(first) == HOOK
    second = demo.start(MOVED)
    assert demo.webhook_url(second) == MOVED
    assert second["webhook_secret"] == first["webhook_secret"]


def test_a_url_that_somebody_set_is_kept_and_the_secret_with_it(demo: Demo) -> None:
    first = demo.start(HOOK)
    demo.set_url(first, OWN)
    demo.roll(first)
    second = demo.start(HOOK)
    assert demo.webhook_url(second) == OWN
    assert not demo.signs_with(second)


def test_a_secret_that_was_rolled_is_replaced_by_one_the_shop_knows(demo: Demo) -> None:
    first = demo.start(HOOK)
    assert demo.signs_with(first)
    demo.roll(first)
    second = demo.start(HOOK)
    assert second["webhook_secret"] != first["webhook_secret"]
    assert demo.signs_with(second)
    assert demo.start(HOOK) == second


def test_a_port_that_is_taken_is_replaced_unless_it_was_asked_for() -> None:
    with socket.create_server((LOCAL, 0)) as taken:
        port = taken.getsockname()[1]
        with listen_locally(None, port) as found:
            assert found.getsockname()[1] != port
        with pytest.raises(OSError, match="cannot listen"):
            listen_locally(port, 0)
    with listen_on(LOCAL, 0) as free:
        port = free.getsockname()[1]
    with listen_locally(None, port) as found:
        assert found.getsockname()[1] == port
