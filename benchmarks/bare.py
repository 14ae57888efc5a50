"""A bare ASGI callable that answers with a fixed body: what the server costs by itself.

`python -m benchmarks.bare stock|wasl BYTES WORKERS`: on uvicorn's own HTTP protocol, or on ours.
"""

import asyncio
import sys
from functools import partial
from socket import socket

import uvicorn
import uvloop

from wasl.cli.process_group import run_together
from wasl.cli.server_process import listen_on
from wasl.web.asgi_types import Receive, Scope, Send
from wasl.web.http_protocol import HttpProtocol


def main() -> None:
    http, body_bytes, workers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    listener = listen_on("127.0.0.1", 0)
    print(f"listening on {listener.getsockname()[1]}", file=sys.stderr, flush=True)
    run_together([partial(_run, http, body_bytes, listener) for _ in range(workers)])


def _run(http: str, body_bytes: int, listener: socket) -> None:
    body = b"x" * body_bytes
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % body_bytes)]

    async def answer(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

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
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve(sockets=[listener]))


if __name__ == "__main__":
    main()
