"""Web addresses that are typed at a terminal."""

from urllib.parse import urlsplit

import typer


def web_url(text: str) -> str:
    """As typed; refused where it is no http or https address."""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        _ = parts.port  # raises where it is no port
    except ValueError:
        usable = False
    if not usable:
        raise typer.BadParameter(f"{text!r} is no address such as http://localhost:3000/hook.")
    return text


def server_url(text: str) -> str:
    return web_url(text).rstrip("/")
