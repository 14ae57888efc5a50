"""The head of an answer, as bytes."""

from http import HTTPStatus
from typing import Final

from wasl.web.asgi_types import Headers

NO_BODY_STATUSES: Final = (204, 304)


def _status_line(status: int) -> bytes:
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = ""
    return f"HTTP/1.1 {status} {phrase}\r\n".encode()


STATUS_LINES: Final = {status: _status_line(status) for status in range(100, 600)}


JSON_HEADERS: Final[Headers] = [(b"content-type", b"application/json")]


def header_lines(headers: Headers) -> bytes:
    # What almost every answer has is written once.
    return _JSON_LINES if headers is JSON_HEADERS else _written(headers)


def _written(headers: Headers) -> bytes:
    lines = b"".join([b"%b: %b\r\n" % header for header in headers])
    # A line break inside a value would become a header, or an answer, of someone's choosing.
    if not lines.count(b"\n") == lines.count(b"\r") == len(headers):
        raise RuntimeError("a header holds a line break")
    return lines


_JSON_LINES: Final = _written(JSON_HEADERS)


def content_length(headers: Headers) -> int | None:
    for name, value in headers:
        if name == b"content-length":
            return int(value)
    return None


def chunk(body: bytes, last: bool) -> bytes:
    piece = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
    return piece + b"0\r\n\r\n" if last else piece
