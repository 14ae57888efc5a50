"""Serves the app with uvicorn, in a way that lets it cut connections."""

import socket
from typing import Final

import uvicorn

from wasl_sandbox.app import create_app
from wasl_sandbox.clock import Clock, machine_time
from wasl_sandbox.cut_connection import CuttableProtocol
from wasl_sandbox.settings import SandboxSettings

# An answer held back on purpose is not worth waiting for when the sandbox stops.
_FINISH_WITHIN_S: Final = 1


def run(host: str, port: int, settings: SandboxSettings) -> None:
    """Until SIGTERM or Ctrl-C. Port 0 takes any that is free; the address is printed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=2048) as listener:
        name = f"[{host}]" if ":" in host else host
        print(f"Provider sandbox: http://{name}:{listener.getsockname()[1]}", flush=True)
        serve_on(listener, settings)


def serve_on(listener: socket.socket, settings: SandboxSettings) -> None:
    sandbox_server(settings).run(sockets=[listener])


def sandbox_server(settings: SandboxSettings, clock: Clock = machine_time) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            create_app(settings, clock),
            http=CuttableProtocol,
            ws="none",
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            # Longer than clients keep idle connections: a connection lost by chance would look
            # like an answer lost on purpose.
            timeout_keep_alive=75,
            timeout_graceful_shutdown=_FINISH_WITHIN_S,
        )
    )
