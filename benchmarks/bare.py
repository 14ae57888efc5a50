"""A bare ASGI callable that answers with a fixed body: what the server costs by itself.

`python -m benchmarks.bare stock|wasl BYTES WORKERS`: on uvicorn's own HTTP protocol, or on ours.
"""

import asyncio
import sys
from functools import partial
from socket import socket
from typing import cast

import uvloop

from benchmarks.one_callable import Http, serve
from wasl.cli.process_group import run_together
from wasl.cli.server_process import listen_on
from wasl.web.asgi_types import Receive, Scope, Send


def main() -> None:
    http = cast("Http", sys.argv[1])
    body_bytes, workers = int(sys.argv[2]), int(sys.argv[3])
    listener = listen_on("127.0.0.1", 0)
    print(f"listening on {listener.getsockname()[1]}", file=sys.stderr, flush=True)
    run_together([partial(_run, http, body_bytes, listener) for _ in range(workers)])


def _run(http: Http, body_bytes: int, listener: socket) -> None:
    body = b"x" * body_bytes
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % body_bytes)]

    async def answer(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(answer, listener, http))


if __name__ == "__main__":
    main()
