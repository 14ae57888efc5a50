"""One process that answers HTTP requests on a socket it was given."""

import asyncio
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, cast

import uvicorn
import uvloop

from wasl.asgi import SharedState, Surroundings, build_app
from wasl.bootstrap import kept_current, services_on
from wasl.cli.spare_the_collector import spare_the_collector
from wasl.config import Settings
from wasl.web.access_log import AccessLog
from wasl.web.http_protocol import HttpProtocol

_FINISH_WITHIN_S: Final = 30
_BACKLOG: Final = 2048


def listen_on(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise OSError(f"cannot listen on {host}:{port}: {error.strerror}") from error
    listener.listen(_BACKLOG)
    return listener


def run_server(
    settings: Settings,
    database_url: str,
    shared: SharedState,
    listener: socket.socket,
    process_index: int,
) -> None:
    shared.metrics.use_row(process_index)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(settings, database_url, shared, listener))


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Left to us: uvicorn would raise the signal again before we have put things away."""
        yield


async def _serve(
    settings: Settings, database_url: str, shared: SharedState, listener: socket.socket
) -> None:
    access_log = AccessLog(settings.access_log)
    surroundings = Surroundings(
        settings.public_url, settings.trusted_proxies, settings.secret_keys()[0]
    )
    async with (
        services_on(settings, database_url) as services,
        kept_current(services, database_url),
    ):
        app, observer = build_app(services, shared, access_log, surroundings)
        server = _Server(
            uvicorn.Config(
                app,
                http=cast("type[HttpProtocol]", partial(HttpProtocol, observer=observer)),
                interface="asgi3",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=75,
                timeout_graceful_shutdown=_FINISH_WITHIN_S,
            )
        )

        def stop() -> None:
            server.should_exit = True
            # What waits for events is answered now.
            services.await_events.end()

        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop)
        spare_the_collector()
        await server.serve(sockets=[listener])
    access_log.flush()
