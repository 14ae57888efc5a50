"""One JSON line per request, written in lumps: a line costs a microsecond, a write costs ten."""

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from typing import Final

from wasl.log import without_credentials
from wasl.web.asgi_types import Scope
from wasl.web.json_response import encode

_FLUSH_AFTER_S: Final = 0.1
_FLUSH_AT_LINES: Final = 500

# Request id, scope, status, seconds it took.
Answered = tuple[str, Scope, int, float]


class AccessLog:
    """The path goes in without its query; neither headers nor bodies go in at all."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled
        self._lines: list[str] = []
        self._timer: asyncio.TimerHandle | None = None

    def write(self, answered: Sequence[Answered]) -> None:
        """What was answered just now, all of it within a moment."""
        if not self._enabled:
            return
        now = _now()
        for request_id, scope, status, duration_s in answered:
            client = scope["client"]
            self._lines.append(
                f'{{"event":"request","level":"{"info" if status < 500 else "error"}"'
                f',"timestamp":"{now}","request_id":"{request_id}"'
                f',"method":"{scope["method"]}","path":{_quoted(scope["path"])}'
                f',"status":{status},"duration_us":{int(duration_s * 1e6)}'
                f',"client":"{client[0] if client else ""}"}}\n'
            )
        if len(self._lines) >= _FLUSH_AT_LINES:
            self.flush()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_FLUSH_AFTER_S, self.flush)

    def flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        lump = "".join(self._lines).encode()
        self._lines.clear()
        _write_whole(lump)


def _now() -> str:
    second, ms = divmod(int(time.time() * 1000), 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(second))}.{ms:03d}Z"


def _quoted(path: str) -> str:
    if "_" in path:
        # A credential that was put into the address by mistake.
        path = without_credentials(path)
    plain = path.isascii() and path.isprintable() and '"' not in path and "\\" not in path
    return f'"{path}"' if plain else encode(path.encode("utf-8", "replace").decode()).decode()


def _write_whole(lump: bytes) -> None:
    descriptor = sys.stderr.fileno()
    while lump:
        lump = lump[os.write(descriptor, lump) :]
