"""One POST to a provider: sent at most once, within time and size limits, never redirected.

The three outcomes are kept apart because money hangs on the difference. Only `NotSent` is
certain to have had no effect at the provider.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import aiohttp

MAX_ANSWER_BYTES: Final = 1024 * 1024
# To one provider, from one process.
_MAX_AT_ONCE: Final = 100


@dataclass(frozen=True)
class TimeLimits:
    connect_s: float = 5.0
    # From the first byte of the connection to the last byte of the answer.
    total_s: float = 20.0


DEFAULT_LIMITS: Final = TimeLimits()


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes


@dataclass(frozen=True)
class NotSent:
    """No byte of the request left this machine."""

    detail: str


@dataclass(frozen=True)
class NoAnswer:
    """The provider may have acted on the request, in part, in whole or not at all."""

    detail: str


def provider_session() -> aiohttp.ClientSession:
    """One serves every account of every provider, so it keeps no cookies.

    Nor does it keep connections: a kept one may be closed by the provider at the moment it is
    used again, and that looks like a lost answer to a request that never arrived.
    """
    connector = aiohttp.TCPConnector(force_close=True, limit=0, limit_per_host=_MAX_AT_ONCE)
    return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())


def with_fresh_connections(session: aiohttp.ClientSession) -> aiohttp.ClientSession:
    """The same session. One that reuses connections is refused here, before it can do harm."""
    if session.connector is None or not session.connector.force_close:
        raise ValueError("a session for providers keeps no connections: make it so")
    return session


async def send_once(
    session: aiohttp.ClientSession,
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    limits: TimeLimits,
) -> Answer | NotSent | NoAnswer:
    """Details name the kind of error only: its text may repeat what was sent."""
    try:
        async with session.post(
            url,
            data=body,
            headers={**headers, **_ALWAYS},
            timeout=aiohttp.ClientTimeout(total=limits.total_s, connect=limits.connect_s),
            allow_redirects=False,
        ) as response:
            return await _read(response)
    except (
        # aiohttp raises these while it looks for the host, connects and shakes hands; the
        # request is written only after all of that. Every other error may come later.
        aiohttp.ClientConnectorError,
        aiohttp.ConnectionTimeoutError,
        aiohttp.InvalidURL,
    ) as error:
        return NotSent(f"could not connect ({type(error).__name__})")
    except TimeoutError:
        return NoAnswer(f"no answer within {limits.total_s:g} s")
    except (aiohttp.ClientError, OSError) as error:
        return NoAnswer(f"the connection broke ({type(error).__name__})")


_ALWAYS: Final = {"Connection": "close", "Accept-Encoding": "identity"}


async def _read(response: aiohttp.ClientResponse) -> Answer | NoAnswer:
    body = bytearray()
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > MAX_ANSWER_BYTES:
            return NoAnswer(f"the answer is larger than {MAX_ANSWER_BYTES} bytes")
    return Answer(response.status, bytes(body))
