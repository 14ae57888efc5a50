"""What browsers are told to forbid. Pages and files that need less strictness name their own."""

from typing import Final
from urllib.parse import urlsplit

from wasl.web.asgi_types import Headers

# The key in the scope under which an answer's own headers stand, in place of the default ones.
SECURITY_HEADERS: Final = "security_headers"

_NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
_NO_STORING: Final = (b"cache-control", b"no-store")

DEFAULT_HEADERS: Final[Headers] = [
    _NO_SNIFFING,
    _NO_STORING,
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
STATIC_FILE_HEADERS: Final[Headers] = [
    _NO_SNIFFING,
    (b"cache-control", b"public, max-age=31536000, immutable"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_HTTPS_ONLY: Final = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


def with_https(headers: Headers, https: bool) -> Headers:
    return [*headers, _HTTPS_ONLY] if https else headers


def page_headers(nonce: str, lightbox_url: str | None = None) -> Headers:
    """Only what comes from us and carries this answer's nonce may run.

    `lightbox_url` is the one script of somebody else, on the one page that opens it.
    """
    lightbox = f" {_origin(lightbox_url)}" if lightbox_url else ""
    return _page_headers(f"'nonce-{nonce}'{lightbox}", lightbox, _NO_STORING)


def _page_headers(scripts: str, lightbox: str, storing: tuple[bytes, bytes]) -> Headers:
    policy = {
        "default-src": "'none'",
        "script-src": scripts,
        "style-src": f"'self'{lightbox}",
        "font-src": "'self'",
        "img-src": f"'self'{lightbox}",
        "connect-src": f"'self'{lightbox}",
        "frame-src": lightbox.strip() or "'none'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    text = "; ".join(f"{name} {value}" for name, value in policy.items())
    return [
        _NO_SNIFFING,
        storing,
        (b"content-security-policy", text.encode()),
        (b"referrer-policy", b"same-origin"),
        (b"x-frame-options", b"DENY"),
        # A bank's page that the Lightbox opens has to find its way back.
        (
            b"cross-origin-opener-policy",
            b"same-origin-allow-popups" if lightbox else b"same-origin",
        ),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    ]


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


# Pages that are the same for everybody are kept by browsers and proxies, so they can carry no
# nonce: our own files may run on them, and nothing else.
_KEEP_BRIEFLY: Final = (b"cache-control", b"public, max-age=300")
DOCUMENT_HEADERS: Final[Headers] = _page_headers("'self'", "", _KEEP_BRIEFLY)
LOST_DOCUMENT_HEADERS: Final[Headers] = _page_headers("'self'", "", _NO_STORING)
