"""Forms that only our own pages can send.

A browser is known by a random cookie; a form carries a value that only we can compute from it
and from what the form is for. Another site knows neither, and the cookie stays behind when
another site sends the form.
"""

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

_COOKIE_VALUE: Final = re.compile(r"[A-Za-z0-9_-]{22}")


class Csrf:
    def __init__(self, secret_key: str) -> None:
        self._key = hmac.digest(secret_key.encode(), b"wasl forms", sha256)

    def token(self, cookie: str, purpose: str) -> str:
        return hmac.new(self._key, f"{cookie}.{purpose}".encode(), sha256).hexdigest()

    def matches(self, token: str, cookie: str | None, purpose: str) -> bool:
        if cookie is None:
            return False
        expected = self.token(cookie, purpose)
        return hmac.compare_digest(expected.encode(), token.encode("utf-8", "replace"))


def new_cookie() -> str:
    return secrets.token_urlsafe(16)


def usable_cookie(value: str | None) -> str | None:
    """None where it is none of ours."""
    return value if value is not None and _COOKIE_VALUE.fullmatch(value) else None
