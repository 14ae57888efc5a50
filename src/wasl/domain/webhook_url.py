"""What a webhook URL must look like, before anybody asks where its name leads."""

from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from wasl.domain.errors import WebhookUrlRefused
from wasl.domain.problem import UrlProblem

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
        raise WebhookUrlRefused(
            f"it has more than {WEBHOOK_URL_MAX_CHARS} characters", UrlProblem.TOO_LONG
        )
    # Programs disagree on what these mean in a URL, so nobody gets to choose a meaning.
    if "\\" in text or not text.isprintable() or any(char.isspace() for char in text):
        raise WebhookUrlRefused(
            "it holds a character that has no place in a URL", UrlProblem.BAD_CHARACTER
        )
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise WebhookUrlRefused("it is not a URL", UrlProblem.NOT_A_URL) from None
    if parts.scheme not in ("https", "http") or (
        parts.scheme == "http" and not rules.allow_private
    ):
        raise WebhookUrlRefused("it must begin with https://", UrlProblem.NOT_HTTPS)
    if not parts.hostname:
        raise WebhookUrlRefused("it names no host", UrlProblem.NO_HOST)
    if "@" in parts.netloc:
        raise WebhookUrlRefused("it holds credentials", UrlProblem.HOLDS_CREDENTIALS)
    if "#" in text:
        raise WebhookUrlRefused(
            "it holds a fragment, which is never sent", UrlProblem.HOLDS_FRAGMENT
        )
    port = _DEFAULT_PORTS[parts.scheme] if port is None else port
    if port not in rules.ports and not rules.allow_private:
        raise WebhookUrlRefused(
            f"port {port} is not allowed", UrlProblem.PORT_NOT_ALLOWED, str(port)
        )
    return WebhookUrl(text, _ascii(parts.hostname), port, parts.scheme == "https")


def _ascii(host: str) -> str:
    if ":" in host:
        return host
    try:
        return host.encode("idna").decode().removesuffix(".")
    except UnicodeError:
        raise WebhookUrlRefused("its host is not a name", UrlProblem.HOST_NOT_A_NAME) from None
