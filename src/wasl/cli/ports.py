"""Ports of a developer's machine: the usual one, or a free one where somebody else has it."""

import errno
import socket

from wasl.cli.server_process import listen_on

LOCAL = "127.0.0.1"


def listen_locally(asked_for: int | None, usual: int) -> socket.socket:
    """Who asks for a port gets that one or an error."""
    if asked_for is not None:
        return listen_on(LOCAL, asked_for)
    try:
        return listen_on(LOCAL, usual)
    except OSError as error:
        if error.__cause__ is None or getattr(error.__cause__, "errno", None) != errno.EADDRINUSE:
            raise
        return listen_on(LOCAL, 0)


def address_of(listener: socket.socket) -> str:
    return f"http://localhost:{listener.getsockname()[1]}"
