"""The guarded POST: to public HTTPS addresses only, within limits of time and size.

The merchant chooses the URL and answers what it likes, so nothing here is taken on trust. On
every try the name is looked up, every address it leads to is checked, and the connection goes
to one of these very addresses: what the name says a moment later does not matter.
"""

import asyncio
import os
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from time import perf_counter
from typing import Final, NamedTuple

import aiohttp
from yarl import URL

from wasl.domain.delivery import ANSWER_MAX_BYTES, Outcome, TryResult
from wasl.domain.errors import WebhookUrlRefused
from wasl.domain.problem import UrlProblem
from wasl.domain.public_address import refusal_of_address
from wasl.domain.webhook_request import FIXED_HEADERS
from wasl.domain.webhook_url import WebhookRules, WebhookUrl, parse_webhook_url
from wasl.shared_time_limit import SharedTimeLimit

TOTAL_S: Final = 10.0
# While another address of the name is left to try.
_CONNECT_S: Final = 3.0
_ADDRESSES_MAX: Final = 4
# Servers close idle connections, some after two seconds. A request that meets such a closing is
# lost, so we stop using a connection before they do.
_IDLE_MAX_S: Final = 1.5
# Tries that begin within this time of a lookup share it.
_LOOKUP_COUNTS_S: Final = 1.0
_LOOKUP_THREADS: Final = 64
_NAMES_REMEMBERED: Final = 10_000
_ERROR_MAX_CHARS: Final = 200

Lookup = Callable[[str], Awaitable[Sequence[str]]]


@dataclass(slots=True)
class _Seen:
    """What is known of a try so far, however it ends."""

    address: str | None = None
    status: int | None = None
    answer: bytes = b""
    answer_cut: bool = False


class _NotFound(Exception):
    """The name leads nowhere."""


class GuardedHttp:
    """`tls` and `look_up` are chosen by tests alone."""

    def __init__(
        self,
        rules: WebhookRules,
        *,
        tls: ssl.SSLContext | None = None,
        look_up: Lookup | None = None,
        total_s: float = TOTAL_S,
    ) -> None:
        self._rules = rules
        self._tls = tls
        self._threads = ThreadPoolExecutor(_LOOKUP_THREADS, "lookup")
        self._names = _Names(look_up or self._look_up)
        self._time = SharedTimeLimit(total_s)
        self._session: aiohttp.ClientSession | None = None

    async def check(self, text: str) -> None:
        """Raises `WebhookUrlRefused` where a webhook sent now would be refused."""
        url = parse_webhook_url(text, self._rules)
        try:
            with self._time.for_this_task():
                await self._checked_addresses(url)
        except TimeoutError:
            reason = f"the name {url.host} could not be looked up"
            raise WebhookUrlRefused(reason, UrlProblem.NAME_NOT_FOUND, url.host) from None
        except _NotFound as error:
            raise WebhookUrlRefused(str(error), UrlProblem.NAME_NOT_FOUND, url.host) from None

    async def post(self, text: str, body: bytes, headers: Mapping[str, str]) -> TryResult:
        """Never raises for anything that a URL, a network or a receiver can do."""
        started_s = perf_counter()
        seen = _Seen()
        outcome, error = await self._try(text, body, headers, seen)
        return TryResult(
            outcome,
            round((perf_counter() - started_s) * 1000),
            seen.address,
            seen.status,
            seen.answer,
            seen.answer_cut,
            None if error is None else _printable(error),
        )

    async def close(self) -> None:
        await self._names.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._session is not None:
            await self._session.close()

    async def _try(
        self, text: str, body: bytes, headers: Mapping[str, str], seen: _Seen
    ) -> tuple[Outcome, str | None]:
        try:
            with self._time.for_this_task():
                url = parse_webhook_url(text, self._rules)
                addresses = await self._checked_addresses(url)
                await self._send(url, addresses, body, headers, seen)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the end of this try
            return _explained(error, seen, self._time.seconds)
        assert seen.status is not None
        return _judged(seen.status)

    async def _checked_addresses(self, url: WebhookUrl) -> Sequence[str]:
        """All of them: a name with one bad address is refused, whichever would be used."""
        addresses = await self._names.addresses(url.host)
        for address in addresses:
            refusal = _refusal(address, self._rules.allow_private)
            if refusal is not None:
                raise WebhookUrlRefused(refusal, UrlProblem.NOT_PUBLIC, address)
        return addresses[:_ADDRESSES_MAX]

    async def _send(
        self,
        url: WebhookUrl,
        addresses: Sequence[str],
        body: bytes,
        headers: Mapping[str, str],
        seen: _Seen,
    ) -> None:
        """To the first address that can be connected to; once sent it is not sent again."""
        last = addresses[-1]
        for address in addresses:
            seen.address = address
            others_left = address is not last
            try:
                await self._exchange(_pinned(url, address), body, headers, seen, others_left)
            except aiohttp.ClientSSLError:
                raise
            except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError):
                if not others_left:
                    raise
            else:
                return

    async def _exchange(
        self,
        to: "_Pinned",
        body: bytes,
        headers: Mapping[str, str],
        seen: _Seen,
        others_left: bool,
    ) -> None:
        if self._session is None:
            self._session = self._new_session()
        response = await self._session.post(
            to.url,
            data=body,
            headers={**headers, **to.headers},
            server_hostname=to.server_hostname,
            allow_redirects=False,
            timeout=_IMPATIENT if others_left else _PATIENT,
        )
        try:
            seen.status = response.status
            await _read(response, seen)
        finally:
            response.release()

    def _new_session(self) -> aiohttp.ClientSession:
        """One for all receivers: it keeps connections, and nothing else of any of them."""
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                ssl=self._tls or ssl.create_default_context(),
                resolver=_NoResolver(),
                keepalive_timeout=_IDLE_MAX_S,
                limit=0,
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            # What a receiver compressed is kept as it came: nothing can swell in our memory.
            auto_decompress=False,
        )

    async def _look_up(self, host: str) -> Sequence[str]:
        """In threads of our own: a name server that hangs keeps one of them busy, not all."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._threads, socket.getaddrinfo, host, None, 0, socket.SOCK_STREAM
        )
        return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class _Names:
    """Looks a host up once for all tries of the same moment."""

    def __init__(self, look_up: Lookup) -> None:
        self._look_up = look_up
        self._asked: dict[str, tuple[float, asyncio.Task[Sequence[str]]]] = {}

    async def addresses(self, host: str) -> Sequence[str]:
        if _is_address(host):
            return [host]
        addresses = await asyncio.shield(self._lookup_of(host))
        if not addresses:
            raise _NotFound(f"the name {host} does not resolve")
        return addresses

    def _lookup_of(self, host: str) -> asyncio.Task[Sequence[str]]:
        now_s = asyncio.get_running_loop().time()
        asked_s, lookup = self._asked.get(host, (0.0, None))
        if lookup is None or (lookup.done() and now_s - asked_s > _LOOKUP_COUNTS_S):
            self._forget_old(now_s)
            lookup = asyncio.ensure_future(self._ask(host))
            self._asked[host] = (now_s, lookup)
        return lookup

    async def _ask(self, host: str) -> Sequence[str]:
        with suppress(OSError, UnicodeError):
            return await self._look_up(host)
        return []

    async def close(self) -> None:
        lookups = [lookup for _, lookup in self._asked.values()]
        for lookup in lookups:
            lookup.cancel()
        await asyncio.gather(*lookups, return_exceptions=True)

    def _forget_old(self, now_s: float) -> None:
        if len(self._asked) >= _NAMES_REMEMBERED:
            self._asked = {
                host: (asked_s, lookup)
                for host, (asked_s, lookup) in self._asked.items()
                if not lookup.done() or now_s - asked_s <= _LOOKUP_COUNTS_S
            }


class _NoResolver(aiohttp.abc.AbstractResolver):
    """Connections go to addresses that were checked, so a name here is one that was not."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[aiohttp.abc.ResolveResult]:
        del port, family
        raise OSError(f"{host} was not checked")

    async def close(self) -> None:
        pass


class _Pinned(NamedTuple):
    """The URL with the checked address in place of its name, which stays in TLS and in Host."""

    url: URL
    server_hostname: str | None
    headers: Mapping[str, str]


@lru_cache(maxsize=4096)
def _pinned(url: WebhookUrl, address: str) -> _Pinned:
    original = URL(url.text)
    host = original.host_port_subcomponent
    assert host is not None
    return _Pinned(
        original.with_host(address),
        url.host if url.is_https else None,
        {"Host": host, **FIXED_HEADERS},
    )


@lru_cache(maxsize=4096)
def _refusal(address: str, allow_private: bool) -> str | None:
    return refusal_of_address(address, allow_private)


@lru_cache(maxsize=4096)
def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


# The whole try has its own clock: aiohttp would round long times up to whole seconds.
_PATIENT: Final = aiohttp.ClientTimeout(total=None)
_IMPATIENT: Final = aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_S)


async def _read(response: aiohttp.ClientResponse, seen: _Seen) -> None:
    """To the end, or until there is more than is kept; then the connection is closed."""
    content = response.content
    while len(seen.answer) <= ANSWER_MAX_BYTES:
        if content.at_eof():
            return
        seen.answer += await content.readany()
    seen.answer = seen.answer[:ANSWER_MAX_BYTES]
    seen.answer_cut = True
    response.close()


def _judged(status: int) -> tuple[Outcome, str | None]:
    if 200 <= status < 300:
        return Outcome.SUCCEEDED, None
    if 300 <= status < 400:
        return Outcome.REDIRECTED, f"answered {status}: redirects are not followed"
    return Outcome.REJECTED, f"answered {status}"


def _explained(error: Exception, seen: _Seen, total_s: float) -> tuple[Outcome, str]:
    when = "before the answer ended" if seen.status is not None else "before an answer came"
    match error:
        case WebhookUrlRefused():
            return Outcome.ADDRESS_REFUSED, error.reason
        case _NotFound():
            return Outcome.NOT_CONNECTED, str(error)
        case aiohttp.ClientConnectorError() | aiohttp.ClientSSLError():
            return _not_connected(error)
        case aiohttp.ConnectionTimeoutError():
            return Outcome.NOT_CONNECTED, "could not connect in time"
        case TimeoutError():
            return Outcome.TIMED_OUT, f"{total_s:g} s passed {when}"
        case aiohttp.ClientPayloadError() | aiohttp.ClientConnectionError() | OSError():
            return Outcome.BROKEN_OFF, f"the connection was closed {when}"
        case aiohttp.ClientResponseError():
            return Outcome.BROKEN_OFF, "the answer is not HTTP"
        case _:
            return Outcome.BROKEN_OFF, f"the try failed ({type(error).__name__})"


def _not_connected(error: aiohttp.ClientError) -> tuple[Outcome, str]:
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return Outcome.BAD_CERTIFICATE, f"the certificate is not valid: {_tls_words(error)}"
    if isinstance(error, aiohttp.ClientSSLError):
        return Outcome.NOT_CONNECTED, "TLS could not be set up"
    number = error.os_error.errno if isinstance(error, aiohttp.ClientConnectorError) else None
    words = os.strerror(number) if number and number > 0 else "the connection was closed"
    return Outcome.NOT_CONNECTED, f"could not connect: {words}"


def _tls_words(error: aiohttp.ClientConnectorCertificateError) -> str:
    cause = error.certificate_error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return cause.verify_message
    return type(cause).__name__


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)[:_ERROR_MAX_CHARS]
