"""A receiver that answers every POST with 200 and remembers when its first byte came.

`python -m benchmarks.webhook_receiver`: prints its port. GET tells the times, by delivery id, and
forgets them.
"""

import asyncio
import json
import re
import sys
import time
from typing import cast

import uvloop

_ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
_ID = re.compile(rb'"id":"([^"]+)"')

arrivals: dict[str, float] = {}


class _Receiver(asyncio.Protocol):
    def __init__(self) -> None:
        self._buffer = b""
        self._began_s = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if not self._buffer:
            self._began_s = time.time()
        self._buffer += data
        head_end = self._buffer.find(b"\r\n\r\n")
        if head_end < 0:
            return
        if self._buffer.startswith(b"GET"):
            self._tell()
            return
        length_at = self._buffer.lower().find(b"content-length: ") + 16
        length = int(self._buffer[length_at : self._buffer.find(b"\r", length_at)])
        if len(self._buffer) < head_end + 4 + length:
            return
        found = _ID.search(self._buffer, head_end)
        assert found is not None
        arrivals[found[1].decode()] = self._began_s
        self._buffer = b""
        self._transport.write(_ANSWER)

    def _tell(self) -> None:
        body = json.dumps(arrivals).encode()
        arrivals.clear()
        self._buffer = b""
        self._transport.write(
            b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)
        )


async def _serve() -> None:
    server = await asyncio.get_running_loop().create_server(_Receiver, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    print(f"listening on {port}", file=sys.stderr, flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve())
