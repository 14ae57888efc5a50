"""A closed-loop HTTP load generator: every connection sends its next request when answered.

It is deliberately bare (no HTTP library), because it shares the machine with what it measures.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import cast

import uvloop


@dataclass
class Load:
    """What a run saw."""

    seconds: float
    latencies_s: list[float] = field(repr=False)
    statuses: Counter[int]

    @property
    def per_second(self) -> float:
        return len(self.latencies_s) / self.seconds

    def percentile_ms(self, share: float) -> float:
        ordered = sorted(self.latencies_s)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


class _Connection(asyncio.Protocol):
    def __init__(self, requests: Iterator[bytes], deadline_s: float, load: Load) -> None:
        self._requests = requests
        self._deadline_s = deadline_s
        self._load = load
        self._buffer = b""
        self._sent_at_s = 0.0
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._send_next()

    def _send_next(self) -> None:
        self._sent_at_s = time.perf_counter()
        if self._sent_at_s >= self._deadline_s:
            self._finish()
            return
        request = next(self._requests, None)
        if request is None:
            self._finish()
        else:
            self._transport.write(request)

    def _finish(self) -> None:
        self._transport.close()
        if not self.done.done():
            self.done.set_result(None)

    def data_received(self, data: bytes) -> None:
        if self._buffer:
            data = self._buffer + data
        head_end = data.find(b"\r\n\r\n")
        if head_end < 0:
            self._buffer = data
            return
        length_at = data.find(b"content-length: ", 0, head_end) + 16
        length = int(data[length_at : data.find(b"\r", length_at)])
        if len(data) < head_end + 4 + length:
            self._buffer = data
            return
        self._buffer = b""
        self._load.latencies_s.append(time.perf_counter() - self._sent_at_s)
        self._load.statuses[int(data[9:12])] += 1
        self._send_next()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("the server closed the connection"))


def run_load(
    port: int, connections: int, seconds: float, requests: Callable[[int], Iterator[bytes]]
) -> Load:
    """`requests(i)` yields what connection number i sends."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_run(port, connections, seconds, requests))


async def _run(
    port: int, connections: int, seconds: float, requests: Callable[[int], Iterator[bytes]]
) -> Load:
    loop = asyncio.get_running_loop()
    load = Load(0.0, [], Counter())
    started_s = time.perf_counter()
    protocols = []
    for index in range(connections):
        _, protocol = await loop.create_connection(
            lambda index=index: _Connection(requests(index), started_s + seconds, load),  # type: ignore[misc]
            "127.0.0.1",
            port,
        )
        protocols.append(protocol)
    await asyncio.gather(*(protocol.done for protocol in protocols))
    load.seconds = time.perf_counter() - started_s
    return load
