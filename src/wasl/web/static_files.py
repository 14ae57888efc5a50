"""Styles, scripts and fonts. Each address holds a hash of the content, so browsers may keep it."""

import hashlib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from wasl.web.asgi_types import Headers, Receive, Scope, Send
from wasl.web.json_response import send_message
from wasl.web.paths import PARAMETER
from wasl.web.security_headers import SECURITY_HEADERS, STATIC_FILE_HEADERS

PATH: Final = "/static"

_MEDIA_TYPES: Final = {
    ".css": b"text/css; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".svg": b"image/svg+xml",
    ".woff2": b"font/woff2",
}


class _File(NamedTuple):
    headers: Headers
    body: bytes


class StaticFiles:
    """All of them are small and are read once, when the service starts.

    A style sheet names other files as `url(name)`; it is given their addresses.
    """

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}
        self._addresses: dict[str, str] = {}
        folder = resources.files("wasl.web") / "static"
        found = _files_in(folder)
        # Those that name others come last.
        for name in sorted(found, key=lambda name: name.endswith(".css")):
            self._add(name, found[name])

    def address(self, name: str) -> str:
        return self._addresses[name]

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        file = self._files.get(scope[PARAMETER])
        if file is None:
            await send_message(send, 404, "There is no such file.")
            return
        scope[SECURITY_HEADERS] = STATIC_FILE_HEADERS
        await send({"type": "http.response.start", "status": 200, "headers": list(file.headers)})
        await send({"type": "http.response.body", "body": file.body})

    def _add(self, name: str, body: bytes) -> None:
        for known, address in self._addresses.items():
            body = body.replace(f"url({known})".encode(), f"url({address})".encode())
        path = PurePosixPath(name)
        hashed = f"{path.stem}.{hashlib.sha256(body).hexdigest()[:12]}{path.suffix}"
        headers = [
            (b"content-type", _MEDIA_TYPES[path.suffix]),
            (b"content-length", b"%d" % len(body)),
        ]
        self._files[hashed] = _File(headers, body)
        self._addresses[name] = f"{PATH}/{hashed}"


def _files_in(folder: Traversable) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= _files_in(entry)
        elif PurePosixPath(entry.name).suffix in _MEDIA_TYPES:
            found[entry.name] = entry.read_bytes()
    return found
