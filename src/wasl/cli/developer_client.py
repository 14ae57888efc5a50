"""Asks a server for events and test payments, as `wasl listen` and `wasl trigger` do."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp

from wasl.cli.command_error import CommandError

_NO_WAIT_TIMEOUT_S: Final = 20.0
# A payment that waits for its database is given up by the server before that.
_TRIGGER_TIMEOUT_S: Final = 60.0
# Passing: asking again with the same words is safe and may help.
_PASSING: Final = (429, 500, 504)

Answer = dict[str, Any]


class ServerAway(Exception):
    """It cannot be reached, or says that it cannot answer now."""

    def __init__(self, why: str, retry_after_s: float = 0.0) -> None:
        super().__init__(why)
        self.retry_after_s = retry_after_s


class ServerRefused(CommandError):
    """It does not want to, and asking again will not change that."""


class DeveloperClient:
    def __init__(self, session: aiohttp.ClientSession, server: str) -> None:
        self._session = session
        self._server = server

    async def events(self, after: str | None, wait_s: int) -> Answer:
        query = {"wait": str(wait_s)} | ({} if after is None else {"after": after})
        return await self._ask("GET", "events", wait_s + _NO_WAIT_TIMEOUT_S, params=query)

    async def trigger(self, event: str, key: str) -> Answer:
        body = {"event": event, "key": key}
        answer = await self._ask("POST", "trigger", _TRIGGER_TIMEOUT_S, json=body)
        intent: Answer = answer["data"]
        return intent

    async def _ask(self, method: str, path: str, timeout_s: float, **more: Any) -> Answer:
        url = f"{self._server}/developer/v1/{path}"
        timeout = aiohttp.ClientTimeout(total=timeout_s)
        try:
            # Not elsewhere: the token is for this server.
            async with self._session.request(
                method, url, timeout=timeout, allow_redirects=False, **more
            ) as response:
                told = await _json(response)
        except TimeoutError:
            raise ServerAway("it does not answer") from None
        except (aiohttp.ClientError, OSError) as error:
            raise ServerAway(_words(error)) from None
        return _judged(response.status, told, response.headers)


def _judged(status: int, told: Answer | None, headers: Mapping[str, str]) -> Answer:
    if status == 200 and told is not None:
        return told
    message = told.get("message") if told is not None else None
    wait = headers.get("Retry-After", "")
    if status in _PASSING or (status >= 500 and (wait or message is None)):
        wait_s = float(wait) if wait.isdecimal() else 0.0
        raise ServerAway(f"{status}: {message or 'no explanation'}", wait_s)
    raise ServerRefused(message or f"the server answers {status}: is it Wasl, and new enough?")


async def _json(response: aiohttp.ClientResponse) -> Answer | None:
    try:
        told = await response.json(content_type=None)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _words(error: Exception) -> str:
    if isinstance(error, aiohttp.ClientConnectorError):
        return f"cannot connect: {error.os_error.strerror or error.os_error}"
    return "the connection was closed" if isinstance(error, OSError) else str(error)


@asynccontextmanager
async def developer_client(server: str, token: str) -> AsyncIterator[DeveloperClient]:
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
    async with aiohttp.ClientSession(
        headers=headers, cookie_jar=aiohttp.DummyCookieJar()
    ) as session:
        yield DeveloperClient(session, server)
