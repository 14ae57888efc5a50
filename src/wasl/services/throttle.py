"""Count a try before its work is done, and refuse it where there were too many."""

from datetime import datetime

from wasl.domain.counted_address import counted_address
from wasl.domain.errors import TooManyTries
from wasl.domain.payment_intent import new_uuid
from wasl.domain.throttle import LIMITS, LONGEST_WINDOW, TryKind, TryLimits
from wasl.storage import tries
from wasl.storage.keyed_digest import KeyedDigest
from wasl.storage.pool import Connection, Pool, transaction_from
from wasl.storage.tries import Counts, Try


class Throttle:
    def __init__(self, pool: Pool, keyed_digest: KeyedDigest) -> None:
        self._pool = pool
        self._digest = keyed_digest

    async def take(self, kind: TryKind, email: str, address: str | None, now: datetime) -> None:
        """Takes one try. A refused one is not counted, so that the wait has an end."""
        limits = LIMITS[kind]
        source = self._digest(f"from {counted_address(address or '')}")
        a_try = Try(new_uuid(now), kind, self._digest(email), source, now)
        async with transaction_from(self._pool) as connection:
            digests = (a_try.email_digest, a_try.address_digest)
            await tries.take_turns(connection, digests)
            counts = await tries.count(connection, kind, *digests, now - limits.window)
            if _too_many(counts, limits):
                raise TooManyTries(limits.window.total_seconds())
            await tries.insert(connection, a_try)
            await tries.forget_old(connection, now - LONGEST_WINDOW)

    async def forget(self, connection: Connection, email: str, *kinds: TryKind) -> None:
        """It was the right person all along."""
        await tries.forget(connection, self._digest(email), kinds)


def _too_many(counts: Counts, limits: TryLimits) -> bool:
    return any(count >= limit for count, limit in zip(counts, limits[1:], strict=True))
