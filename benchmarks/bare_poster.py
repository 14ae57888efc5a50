"""The same aiohttp client in a bare loop: what sending costs by itself.

`python -m benchmarks.bare_poster URL COUNT AT_ONCE`: posts signed bodies and prints how many a
second, and the processor time of each in microseconds.
"""

import asyncio
import sys
import time
from datetime import UTC, datetime

import aiohttp
import uvloop

from wasl.domain.event import EventKind
from wasl.domain.payment_intent import new_uuid
from wasl.domain.webhook_event import webhook_body


async def _post_all(url: str, count: int, at_once: int) -> tuple[float, float]:
    bodies = iter([_body() for _ in range(count)])
    headers = {"Content-Type": "application/json", "Service-Signature": "0" * 64}
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, auto_decompress=False) as session:

        async def post_one_after_another() -> None:
            for body in bodies:
                async with session.post(
                    url, data=body, headers=headers, allow_redirects=False
                ) as response:
                    assert response.status == 200
                    await response.read()

        started_s, used_s = time.perf_counter(), time.process_time()
        await asyncio.gather(*(post_one_after_another() for _ in range(at_once)))
        used_us = (time.process_time() - used_s) * 1e6
        return count / (time.perf_counter() - started_s), used_us / count


def _body() -> bytes:
    now = datetime.now(UTC)
    return webhook_body(new_uuid(now), EventKind.SUCCEEDED, new_uuid(now))


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(*runner.run(_post_all(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
