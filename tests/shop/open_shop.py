"""The example shop as a process of its own, and what its books say."""

import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.support.cli import Application
from tests.support.http import http_client
from tests.support.waiting import wait_for

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True)
class OpenShop:
    url: str
    application: Application
    database: Path
    log: Path

    def sql(self, statement: str, *values: object) -> list[Any]:
        with closing(sqlite3.connect(self.database, timeout=10, isolation_level=None)) as books:
            return books.execute(statement, values).fetchall()

    def state(self, order_id: str) -> str:
        ((state,),) = self.sql("SELECT state FROM orders WHERE id = ?", order_id)
        return str(state)

    def intent(self, order_id: str) -> str:
        ((uuid,),) = self.sql("SELECT intent_uuid FROM orders WHERE id = ?", order_id)
        return str(uuid)

    def parcels(self, order_id: str) -> int:
        ((count,),) = self.sql("SELECT count(*) FROM parcels WHERE order_id = ?", order_id)
        return int(count)

    def wait_until_fulfilled(self, order_id: str) -> None:
        wait_for(lambda: self.state(order_id) == "fulfilled")
        assert self.parcels(order_id) == 1


@contextmanager
def open_shop(api_url: str, application: Application, port: int, **more: str) -> Iterator[OpenShop]:
    """Reached at a port chosen before, because Wasl has to know where its webhooks go."""
    with tempfile.TemporaryDirectory(prefix="shop-") as folder:
        url = f"http://127.0.0.1:{port}"
        shop = OpenShop(url, application, Path(folder) / "shop.db", Path(folder) / "log")
        told = {
            "WASL_API_URL": f"{api_url}/api/v1",
            "WASL_API_KEY": application.api_key,
            "WASL_ACCESS_TOKEN": application.access_token,
            "WASL_WEBHOOK_SECRET": f"whsec_of-yesterday,{application.webhook_secret}",
            "SHOP_URL": url,
            "SHOP_DATABASE": str(shop.database),
        }
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("WASL_", "SHOP_"))}
        with shop.log.open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "examples.shop", "--port", str(port)],
                cwd=REPOSITORY,
                env=inherited | told | more,
                stdout=log,
                stderr=log,
            )
        try:
            wait_for(lambda: _is_open(shop, process))
            yield shop
        finally:
            process.terminate()
            process.wait(30)
        text = shop.log.read_text()
        for secret in (application.access_token, application.webhook_secret):
            assert secret not in text


def _is_open(shop: OpenShop, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, shop.log.read_text()
    try:
        with http_client(shop.url) as client:
            return client.get("/").status_code == 200
    except httpx.TransportError:
        return False


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port
