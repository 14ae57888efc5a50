"""A callable that looks an intent up and answers: the least a read can cost over HTTP.

`python -m benchmarks.select_only DATABASE_URL WORKERS`: in batches, on our protocol.
"""

import asyncio
import sys
from collections.abc import Sequence
from functools import partial
from socket import socket

import uvloop

from benchmarks.one_callable import serve
from wasl.cli.process_group import run_together
from wasl.cli.server_process import listen_on
from wasl.domain.payment_intent import PaymentIntent
from wasl.storage import payment_intents
from wasl.storage.batching import Batcher
from wasl.storage.pool import connection_from, open_pool
from wasl.web.asgi_types import Receive, Scope, Send

_BODY = b"x" * 560
_UUID_CHARS = 36


def main() -> None:
    database_url, workers = sys.argv[1], int(sys.argv[2])
    listener = listen_on("127.0.0.1", 0)
    print(f"listening on {listener.getsockname()[1]}", file=sys.stderr, flush=True)
    run_together([partial(_run, database_url, listener) for _ in range(workers)])


def _run(database_url: str, listener: socket) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(database_url, listener))


async def _serve(database_url: str, listener: socket) -> None:
    pool = await open_pool(database_url, 4)

    async def find(uuids: Sequence[str]) -> Sequence[PaymentIntent]:
        async with connection_from(pool) as connection:
            found = await payment_intents.find_by_uuid(connection, uuids)
        return [found[uuid] for uuid in uuids]

    lookups = Batcher(find, max_in_flight=1)

    async def answer(scope: Scope, _receive: Receive, send: Send) -> None:
        await lookups.submit(scope["path"][-_UUID_CHARS:])
        headers = [(b"content-type", b"application/json"), (b"content-length", b"560")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": _BODY})

    await serve(answer, listener)


if __name__ == "__main__":
    main()
