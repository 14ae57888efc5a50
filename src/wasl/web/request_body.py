"""Reads a JSON body strictly: what two parsers could understand differently is refused."""

import json
from collections.abc import Callable
from typing import Any, Final, NoReturn, cast

from wasl.domain.errors import InvalidRequest, RequestTooLarge, UnsupportedMediaType
from wasl.web.asgi_types import Headers, Receive

MAX_BODY_BYTES: Final = 64 * 1024
# Far above any amount, far below where Python refuses to convert.
_MAX_INTEGER_CHARS: Final = 64


def require_json(headers: Headers) -> None:
    for name, value in headers:
        if name == b"content-type" and value != b"application/json":
            _require_json_type(value)
        elif name == b"content-length" and len(value) > 4:
            _require_small(value)
        elif name == b"content-encoding" and value.strip().lower() not in (b"", b"identity"):
            raise UnsupportedMediaType("The request body must not be compressed.")


def _require_json_type(value: bytes) -> None:
    media_type, _, parameters = value.lower().partition(b";")
    charset = parameters.replace(b" ", b"").replace(b'"', b"")
    if media_type.strip() != b"application/json" or charset not in (b"", b"charset=utf-8"):
        raise UnsupportedMediaType("The Content-Type must be application/json.")


def _require_small(content_length: bytes) -> None:
    if int(content_length) > MAX_BODY_BYTES:
        raise RequestTooLarge(MAX_BODY_BYTES)


async def read_body(receive: Receive) -> bytes:
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _invalid("The request body ended too early.")
        body += cast("bytes", message["body"])
        if len(body) > MAX_BODY_BYTES:
            raise RequestTooLarge(MAX_BODY_BYTES)
        if not message["more_body"]:
            return body


class _NotAcceptable(ValueError):
    """Well-formed, or nearly, but not something we take."""


def parse_object(body: bytes) -> dict[str, Any]:
    try:
        value = _decode(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise _invalid("The request body must be UTF-8.") from None
    except RecursionError:
        raise _invalid("The request body is nested too deeply.") from None
    except _NotAcceptable as error:
        raise _invalid(str(error)) from None
    except ValueError:
        raise _invalid("The request body must be valid JSON.") from None
    if not isinstance(value, dict):
        raise _invalid("The request body must be a JSON object.")
    return value


def _invalid(message: str) -> InvalidRequest:
    return InvalidRequest({"body": [message]})


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _NotAcceptable("The request body must not name a key twice in one object.")
    return result


def _integer(digits: str) -> int | float:
    """An integer too long for anything we accept becomes a number of no use to anyone."""
    return int(digits) if len(digits) <= _MAX_INTEGER_CHARS else float("inf")


def _refuse_constant(name: str) -> NoReturn:
    raise _NotAcceptable(f"The request body must be valid JSON: {name} is not.")


_decode: Final[Callable[[str], Any]] = json.JSONDecoder(
    object_pairs_hook=_without_duplicates, parse_int=_integer, parse_constant=_refuse_constant
).decode
