"""What a webhook URL must look like, before anybody asks where its name leads."""

from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from wasl.domain.errors import WebhookUrlRefused

WEBHOOK_URL_MAX_CHARS: Final = 2048
_DEFAULT_PORTS: Final = {"https": 443, "http": 80}


class WebhookRules(NamedTuple):
    """`allow_private` is for development: http, any port, loopback and private networks."""

    allow_private: bool = False
    ports: frozenset[int] = frozenset({443, 8443})


class WebhookUrl(NamedTuple):
    """`host` as DNS and certificates spell it."""

    text: str
    host: str
    port: int
    is_https: bool


@lru_cache(maxsize=4096)
def parse_webhook_url(text: str, rules: WebhookRules) -> WebhookUrl:
    if len(text) > WEBHOOK_URL_MAX_CHARS:
        raise WebhookUrlRefused(f"it has more than {WEBHOOK_URL_MAX_CHARS} characters")
    # Programs disagree on what these mean in a URL, so nobody gets to choose a meaning.
    if "\\" in text or not text.isprintable() or any(char.isspace() for char in text):
        raise WebhookUrlRefused("it holds a character that has no place in a URL")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise WebhookUrlRefused("it is not a URL") from None
    if parts.scheme not in ("https", "http") or (
        parts.scheme == "http" and not rules.allow_private
    ):
        raise WebhookUrlRefused("it must begin with https://")
    if not parts.hostname:
        raise WebhookUrlRefused("it names no host")
    if "@" in parts.netloc:
        raise WebhookUrlRefused("it holds credentials")
    if "#" in text:
        raise WebhookUrlRefused("it holds a fragment, which is never sent")
    port = _DEFAULT_PORTS[parts.scheme] if port is None else port
    if port not in rules.ports and not rules.allow_private:
        raise WebhookUrlRefused(f"port {port} is not allowed")
    return WebhookUrl(text, _ascii(parts.hostname), port, parts.scheme == "https")


def _ascii(host: str) -> str:
    if ":" in host:
        return host
    try:
        return host.encode("idna").decode().removesuffix(".")
    except UnicodeError:
        raise WebhookUrlRefused("its host is not a name") from None
