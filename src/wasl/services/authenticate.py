"""Tell which application a request comes from.

Answers are remembered for less than a second, and forgotten at once when the database
announces a change: a revoked credential stops working everywhere within that second, even
where the announcement is lost.
"""

import hmac
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple
from uuid import UUID

from wasl.domain.credentials import Kind, digest
from wasl.domain.errors import AccessTokenRejected, ApiKeyRejected
from wasl.storage import credentials
from wasl.storage.batching import Batcher
from wasl.storage.credentials import UsableCredential
from wasl.storage.pool import Pool, connection_from

REMEMBERED_FOR_S: Final = 0.9
_MAX_REMEMBERED: Final = 10_000


class Caller(NamedTuple):
    application_id: UUID
    access_token_id: UUID
    api_key_id: UUID
    # Where one of the two ends or the answer gets too old, whichever comes first.
    valid_until_monotonic_s: float


class TokenHolder(NamedTuple):
    application_id: UUID
    access_token_id: UUID


class Authenticate:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._lookups = Batcher(self._find)
        self._remembered: dict[tuple[bytes | None, bytes | None], Caller] = {}

    def remembered(self, access_token: bytes | None, api_key: bytes | None) -> Caller | None:
        """The fast path, with nothing to await.

        The look-up goes by a hash keyed with a secret of this process, so the time it takes
        tells nothing about the credentials that are remembered.
        """
        caller = self._remembered.get((access_token, api_key))
        if caller is not None and caller.valid_until_monotonic_s > time.monotonic():
            return caller
        return None

    async def __call__(self, access_token: bytes | None, api_key: bytes | None) -> Caller:
        asked_at_s = time.monotonic()
        token = await self._usable(access_token, Kind.ACCESS_TOKEN)
        now = datetime.now(UTC)
        if token is None or _is_over(token, now):
            raise AccessTokenRejected
        key = await self._usable(api_key, Kind.API_KEY)
        if key is None or _is_over(key, now) or key.application_id != token.application_id:
            raise ApiKeyRejected
        assert access_token is not None
        assert api_key is not None
        caller = Caller(
            token.application_id, token.id, key.id, _valid_until_s(asked_at_s, token, key, now)
        )
        self._remember((access_token, api_key), caller)
        return caller

    async def by_access_token(self, access_token: bytes | None) -> TokenHolder:
        """For what a developer does from a terminal. Nothing is remembered."""
        token = await self._usable(access_token, Kind.ACCESS_TOKEN)
        now = datetime.now(UTC)
        if token is None or (token.expires_at is not None and token.expires_at <= now):
            raise AccessTokenRejected
        return TokenHolder(token.application_id, token.id)

    def forget(self, application_id: str) -> None:
        self._remembered = {
            key: caller
            for key, caller in self._remembered.items()
            if str(caller.application_id) != application_id
        }

    def forget_all(self) -> None:
        self._remembered.clear()

    def _remember(self, key: tuple[bytes, bytes], caller: Caller) -> None:
        if len(self._remembered) >= _MAX_REMEMBERED:
            self._remembered.clear()
        self._remembered[key] = caller

    async def _usable(self, credential: bytes | None, kind: Kind) -> UsableCredential | None:
        if not credential:
            return None
        wanted = digest(credential)
        found = await self._lookups.submit(wanted)
        if found is None or found.kind != kind or not hmac.compare_digest(found.digest, wanted):
            return None
        return found

    async def _find(self, digests: Sequence[bytes]) -> Sequence[UsableCredential | None]:
        async with connection_from(self._pool) as connection:
            found = await credentials.find_usable(connection, digests)
        return [found.get(digest) for digest in digests]


def _is_over(credential: UsableCredential, now: datetime) -> bool:
    return credential.expires_at is not None and credential.expires_at <= now


def _valid_until_s(
    asked_at_s: float, token: UsableCredential, key: UsableCredential, now: datetime
) -> float:
    ends = [end for end in (token.expires_at, key.expires_at) if end is not None]
    left_s = [(end - now).total_seconds() for end in ends]
    return asked_at_s + min([REMEMBERED_FOR_S, *left_s])
