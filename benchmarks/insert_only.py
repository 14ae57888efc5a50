"""A callable that makes one INSERT and answers: the least a create can cost over HTTP.

`python -m benchmarks.insert_only APPLICATION_ID DATABASE_URL`: on our protocol, one process.
"""

import asyncio
import itertools
import secrets
import sys
from datetime import UTC, datetime
from socket import socket
from uuid import UUID

import uvloop

from benchmarks.one_callable import serve
from wasl.cli.server_process import listen_on
from wasl.domain.payment_intent import NewPaymentIntent, open_intent
from wasl.storage import payment_intents
from wasl.storage.pool import connection_from, open_pool
from wasl.web.asgi_types import Receive, Scope, Send

_BODY = b"x" * 560


def main() -> None:
    application_id, database_url = UUID(sys.argv[1]), sys.argv[2]
    listener = listen_on("127.0.0.1", 0)
    print(f"listening on {listener.getsockname()[1]}", file=sys.stderr, flush=True)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(application_id, database_url, listener))


async def _serve(application_id: UUID, database_url: str, listener: socket) -> None:
    pool = await open_pool(database_url, 4)
    run = secrets.token_hex(4)
    numbers = itertools.count()

    async def answer(_scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        new = NewPaymentIntent(
            f"order-{run}-{next(numbers)}",
            *(25_000, "LYD", "Order", "c-1", "https://shop.example/orders/1"),
            metadata_json='{"order":"1"}',
            expires_at=None,
        )
        intent = open_intent(new, application_id, datetime.now(UTC))
        async with connection_from(pool) as connection:
            await payment_intents.insert_many(connection, [intent])
        headers = [(b"content-type", b"application/json"), (b"content-length", b"560")]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": _BODY})

    await serve(answer, listener)


if __name__ == "__main__":
    main()
