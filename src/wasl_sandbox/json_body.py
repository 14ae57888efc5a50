"""Reading JSON bodies."""

import json
from decimal import Decimal
from typing import Any

from starlette.requests import Request


class BadBody(Exception):
    """Not a JSON object, or a field is missing or of the wrong kind."""


async def read_object(request: Request) -> dict[str, Any]:
    """Decimal numbers stay exact: they are amounts."""
    try:
        body = json.loads(await request.body(), parse_float=Decimal)
    except ValueError as error:
        raise BadBody("The body is not JSON.") from error
    if not isinstance(body, dict):
        raise BadBody("The body is not a JSON object.")
    return body


def text_field(body: dict[str, Any], name: str) -> str:
    """Clients send numbers as text and as numbers; both are the same here."""
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise BadBody(f"{name} is missing.")
    return str(value)


def number_field(body: dict[str, Any], name: str, default: int) -> int:
    """Also where it is written as text."""
    value = body.get(name)
    if value is None:
        return default
    try:
        return int(text_field(body, name))
    except ValueError as error:
        raise BadBody(f"{name} is not a number.") from error
