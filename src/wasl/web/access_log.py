"""One JSON line per request, written in lumps: a line costs a microsecond, a write costs ten."""

import asyncio
import os
import sys
import time
from typing import Final

from wasl.log import without_credentials
from wasl.web.asgi_types import Scope
from wasl.web.json_response import encode

_FLUSH_AFTER_S: Final = 0.1
_FLUSH_AT_LINES: Final = 500


class AccessLog:
    """The path goes in without its query; neither headers nor bodies go in at all."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled
        self._lines: list[str] = []
        self._timer: asyncio.TimerHandle | None = None
        self._now_ms = 0
        self._now_text = ""

    def write(self, request_id: str, scope: Scope, status: int, duration_s: float) -> None:
        if not self._enabled:
            return
        client = scope["client"]
        self._lines.append(
            f'{{"event":"request","level":"{"info" if status < 500 else "error"}"'
            f',"timestamp":"{self._now()}","request_id":"{request_id}"'
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

    def _now(self) -> str:
        """Written out once a millisecond: under load many requests end in the same one."""
        now_ms = int(time.time() * 1000)
        if now_ms != self._now_ms:
            second, ms = divmod(now_ms, 1000)
            text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
            self._now_ms, self._now_text = now_ms, f"{text}.{ms:03d}Z"
        return self._now_text


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
