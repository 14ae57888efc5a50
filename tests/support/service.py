"""A running service together with an application that may call it."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from tests.support.cli import Application, create_application
from tests.support.database import Database, connected
from tests.support.http import http_client
from tests.support.raw_http import Request, all_at_once
from tests.support.server import Server, running_server

PAYMENT_INTENTS = "/api/v1/payment-intents"


@dataclass(frozen=True)
class Service:
    process: Server
    application: Application
    database: Database

    @property
    def url(self) -> str:
        return self.process.url

    @property
    def database_url(self) -> str:
        return self.process.database_url

    @property
    def log_lines(self) -> list[str]:
        return self.process.log_lines

    @property
    def application_id(self) -> str:
        return self.application.application_id

    @property
    def api_key(self) -> str:
        return self.application.api_key

    @property
    def access_token(self) -> str:
        return self.application.access_token

    @property
    def webhook_secret(self) -> str:
        return self.application.webhook_secret

    @property
    def headers(self) -> dict[str, str]:
        return self.application.headers

    def client(
        self, headers: dict[str, str] | None = None, fresh_connections: bool = False
    ) -> httpx.Client:
        """With the credentials of the application, unless other headers are given."""
        chosen = self.headers if headers is None else headers
        return http_client(self.url, chosen, fresh_connections)

    def move(self, uuid: str, status: str) -> None:
        """Changes the status as a payment or an expiry would; the trigger still watches."""
        moved = self.database.execute(
            "UPDATE payment_intents SET status = $2, updated_at = now() WHERE uuid = $1",
            uuid,
            status,
        )
        assert moved == "UPDATE 1"

    def all_at_once(self, requests: Sequence[Request]) -> list[httpx.Response]:
        """Each on a connection of its own, to every process; answers in the requests' order."""
        each = [self.process.only(worker) for worker in self.process.workers()]
        return asyncio.run(all_at_once(self.url, self.headers, requests, each))


@contextmanager
def running_service(
    database_url: str, workers: int = 2, port: int = 0, **settings: object
) -> Iterator[Service]:
    """With a rate limit that no test reaches, unless the test sets one."""
    application = create_application(database_url)
    generous: dict[str, object] = {"rate_limit_per_second": 1e6, "rate_limit_burst": 1_000_000}
    with (
        running_server(database_url, workers, port, **generous | settings) as server,
        connected(database_url) as database,
    ):
        yield Service(server, application, database)
