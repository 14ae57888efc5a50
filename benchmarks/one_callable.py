"""A server with a single callable, as those that measurements are compared with."""

from socket import socket
from typing import Literal

import uvicorn

from wasl.web.asgi_types import ASGIApp
from wasl.web.http_protocol import HttpProtocol

Http = Literal["stock", "wasl"]


async def serve(answer: ASGIApp, listener: socket, http: Http = "wasl") -> None:
    """On uvicorn's own HTTP protocol, or on ours."""
    config = uvicorn.Config(
        answer,
        http=HttpProtocol if http == "wasl" else "httptools",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
    await uvicorn.Server(config).serve(sockets=[listener])
