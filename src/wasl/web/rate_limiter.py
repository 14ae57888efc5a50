"""How often each application may call: one bucket per application, shared by all processes.

The buckets stand in memory that the processes of one machine share (an anonymous map, made
before they are forked). Each is one number: the time at which the bucket would be full again.
Two processes that write the same bucket in the same instant can let one request more through;
that is all a race can do.
"""

import mmap
import struct
import time
from typing import Final

_BUCKETS: Final = 1 << 16
_BUCKET: Final = struct.Struct("16sd")
_unpack: Final = _BUCKET.unpack_from
_pack: Final = _BUCKET.pack_into
_PROBES: Final = 32


class RateLimiter:
    def __init__(self, per_second: float, burst: int) -> None:
        self._interval_s = 1 / per_second
        # How far ahead of now a bucket may be booked before the next request has to wait.
        self._tolerance_s = (burst - 1) * self._interval_s
        self._memory = mmap.mmap(-1, _BUCKETS * _BUCKET.size)
        # Where this process last found each application; checked at every use.
        self._offsets: dict[bytes, int] = {}

    def wait_s(self, application: bytes) -> float:
        """Takes one request out of the bucket: 0, or the seconds to wait if it is empty."""
        now_s = time.monotonic()
        offset = self._offsets.get(application, 0)
        owner, booked_until_s = _unpack(self._memory, offset)
        if owner != application:
            offset, booked_until_s = self._search(application, now_s)
        ahead_s = booked_until_s - now_s
        if ahead_s > self._tolerance_s:
            return float(ahead_s - self._tolerance_s)
        if ahead_s < 0:
            booked_until_s = now_s
        _pack(self._memory, offset, application, booked_until_s + self._interval_s)
        return 0.0

    def _search(self, application: bytes, now_s: float) -> tuple[int, float]:
        """The application's bucket, or the first on its way that is empty or full again."""
        start = int.from_bytes(application[8:])
        free: int | None = None
        for probe in range(_PROBES):
            offset = (start + probe) % _BUCKETS * _BUCKET.size
            owner, booked_until_s = _unpack(self._memory, offset)
            if owner == application:
                self._offsets[application] = offset
                return offset, booked_until_s
            if free is None and booked_until_s <= now_s:
                free = offset
        # All taken means thousands of applications calling at once: they share the first one.
        return free if free is not None else start % _BUCKETS * _BUCKET.size, now_s
