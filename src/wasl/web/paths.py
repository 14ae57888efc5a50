"""Finds the handler of a path by looking it up, not by trying patterns one after another.

For surfaces whose paths are few and fixed. A path may end in one parameter: `/things/{name}`.
"""

from collections.abc import Awaitable, Mapping
from typing import Final

from wasl.web.asgi_types import ASGIApp, Receive, Scope, Send
from wasl.web.json_response import send_message

PARAMETER: Final = "path_parameter"

Handlers = Mapping[str, ASGIApp]


class Paths:
    """`routes` maps a path to its handlers by method; all other paths go `otherwise`."""

    def __init__(self, routes: Mapping[str, Handlers], otherwise: ASGIApp) -> None:
        self._exact: dict[str, tuple[str, dict[str, ASGIApp]]] = {}
        self._below: dict[str, tuple[str, dict[str, ASGIApp]]] = {}
        self._otherwise = otherwise
        for path, handlers in routes.items():
            parent, _, last = path.rpartition("/")
            if last.startswith("{"):
                self._below[parent] = path, _with_head(handlers)
            else:
                self._exact[path] = path, _with_head(handlers)

    def answer(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        path: str = scope["path"]
        found = self._exact.get(path)
        if found is None:
            parent, _, parameter = path.rpartition("/")
            found = self._below.get(parent)
            if found is None or not parameter:
                return self._otherwise(scope, receive, send)
            scope[PARAMETER] = parameter
        scope["route"], handlers = found
        handler = handlers.get(scope["method"])
        if handler is None:
            return _not_available(scope["method"], handlers, send)
        return handler(scope, receive, send)


def _with_head(handlers: Handlers) -> dict[str, ASGIApp]:
    return {**handlers, "HEAD": handlers["GET"]} if "GET" in handlers else dict(handlers)


def _not_available(method: str, handlers: Handlers, send: Send) -> Awaitable[None]:
    message = f"The {method} method is not available here."
    return send_message(send, 405, message, [(b"allow", ", ".join(handlers).encode())])


async def not_found(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send_message(send, 404, "There is nothing at this address.")
