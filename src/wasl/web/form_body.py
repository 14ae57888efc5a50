"""Reads the body of a form."""

from typing import Final
from urllib.parse import parse_qsl

from wasl.domain.errors import InvalidRequest, UnsupportedMediaType
from wasl.web.asgi_types import Receive, Scope
from wasl.web.request_body import read_body

_FORM: Final = b"application/x-www-form-urlencoded"
_MAX_FIELDS: Final = 50


async def read_form(scope: Scope, receive: Receive) -> dict[str, str]:
    media_types = [value for name, value in scope["headers"] if name == b"content-type"]
    if [value.partition(b";")[0].strip().lower() for value in media_types] != [_FORM]:
        raise UnsupportedMediaType("The form must be sent as a browser sends it.")
    body = await read_body(receive)
    try:
        fields = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            max_num_fields=_MAX_FIELDS,
            errors="strict",
        )
    except ValueError:
        raise InvalidRequest({"body": ["The form cannot be read."]}) from None
    return dict(fields)
