"""Files sent to browsers, read once."""

from functools import cache
from pathlib import Path
from typing import Final

from starlette.responses import Response

_FOLDER: Final = Path(__file__).parent / "static"
_MEDIA_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
# The form needs nothing from anywhere else, and any page may frame it: that is its purpose.
_HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
}


def static_file(name: str) -> Response:
    media_type = _MEDIA_TYPES[Path(name).suffix]
    return Response(_content(name), headers=_HEADERS, media_type=media_type)


@cache
def _content(name: str) -> bytes:
    return (_FOLDER / name).read_bytes()
