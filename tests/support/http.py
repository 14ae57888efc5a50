"""HTTP clients for tests."""

import ssl
from collections.abc import Mapping

import httpx

# Nothing here speaks TLS; reading the system's certificates for every client would take longer
# than most tests do.
_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

_KEEP = httpx.Limits(max_keepalive_connections=50)
_KEEP_NONE = httpx.Limits(max_keepalive_connections=0)


def http_client(
    url: str, headers: Mapping[str, str] | None = None, fresh_connections: bool = False
) -> httpx.Client:
    """With `fresh_connections`, each request may reach another process of the service."""
    return httpx.Client(
        base_url=url,
        headers=headers,
        limits=_KEEP_NONE if fresh_connections else _KEEP,
        timeout=30,
        verify=_NO_CERTIFICATES,
    )


def answered_by(answer: httpx.Response) -> str:
    """Which process it was: request ids begin with a part that each process chooses."""
    return str(answer.headers["x-request-id"])[:16]
