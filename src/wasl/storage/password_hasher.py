"""Passwords, hashed with argon2id beside the event loop, a few at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import argon2
from argon2.exceptions import VerificationError

from wasl.domain.errors import ServiceUnavailable
from wasl.domain.password import MAX_CHARS, same_however_typed

Result = TypeVar("Result")

# OWASP's recommendation: 19 MiB, two passes, one lane. A machine that takes payments beside it
# has the memory and the cores for AT_ONCE of them.
_argon2: Final = argon2.PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
AT_ONCE: Final = 2
_MAX_WAITING: Final = 100

# Of a password nobody has, with the same parameters: an unknown address costs the same work.
NOBODYS_HASH: Final = (
    "$argon2id$v=19$m=19456,t=2,p=1$"
    "5ajfVHZUeybu80XdfQ1Q0w$pCM65Vz6ZQGA+niPrFKW8HxRCTWMJFq8JRgGBnIv+r0"
)


class PasswordHasher:
    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="argon2")
        self._under_way = 0

    async def hash(self, password: str) -> str:
        return await self._in_a_thread(lambda: _argon2.hash(_as_bytes(password)))

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Without a hash there is nobody: the work is the same, and the answer no."""
        compared = NOBODYS_HASH if hashed is None else hashed
        matches = await self._in_a_thread(lambda: _matches(compared, _as_bytes(password)))
        return matches and hashed is not None

    def is_outdated(self, hashed: str) -> bool:
        """Made with other parameters than a new one would be."""
        return _argon2.check_needs_rehash(hashed)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_a_thread(self, work: Callable[[], Result]) -> Result:
        if self._under_way >= _MAX_WAITING:
            raise ServiceUnavailable
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._under_way -= 1


def _as_bytes(password: str) -> bytes:
    # One character more than allowed keeps a password that is too long from matching.
    return same_however_typed(password)[: MAX_CHARS + 1].encode("utf-8", "surrogatepass")


def _matches(hashed: str, password: bytes) -> bool:
    try:
        return _argon2.verify(hashed, password)
    except VerificationError:
        return False
