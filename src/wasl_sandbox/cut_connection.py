"""Ends a TCP connection without an answer, as a provider does whose machine dies.

ASGI has no word for that, so the protocol hands its transport's end to the app in the scope.
"""

import asyncio
import socket
import struct
from functools import partial
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_CUT: Final = "wasl_sandbox.cut"
# Lingering for zero seconds: the kernel sends a reset instead of an orderly end.
_RESET_ON_CLOSE: Final = struct.pack("ii", 1, 0)


class CuttableProtocol(HttpToolsProtocol):
    """uvicorn's own, with a way to cut the connection in each request's scope."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, _CUT: partial(_cut, transport)}


def _cut(transport: asyncio.Transport, reset: bool) -> None:
    if reset:
        connection = transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
    transport.abort()


class CutConnection(Response):
    """In place of an answer: the client sees the connection end, or, with `reset`, break."""

    def __init__(self, reset: bool = False) -> None:
        super().__init__()
        self._reset = reset

    async def __call__(self, scope: Scope, receive: Receive, _send: Send) -> None:
        scope["state"][_CUT](self._reset)
        # Returning earlier, uvicorn would take the missing answer for a defect and log it.
        while (await receive())["type"] != "http.disconnect":
            pass
