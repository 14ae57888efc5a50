"""Forms are taken from our own pages alone."""

import pytest

from wasl.web.csrf import Csrf, new_cookie, usable_cookie

CSRF = Csrf("a secret key that is long enough for this")
COOKIE, ANOTHER_COOKIE = "pgj2poFPEYPDsX_zCujF2w", "Zk3o0cVbQ7mJr1X-y8LwTA"
TOKEN = CSRF.token(COOKIE, "intent")


def test_a_form_of_the_same_browser_for_the_same_purpose_is_taken() -> None:
    assert CSRF.matches(TOKEN, COOKIE, "intent")


@pytest.mark.parametrize(
    ("token", "cookie", "purpose"),
    [
        (TOKEN, COOKIE, "another intent"),
        (TOKEN, ANOTHER_COOKIE, "intent"),
        (TOKEN, None, "intent"),
        ("", COOKIE, "intent"),
        (TOKEN[:-1], COOKIE, "intent"),
        (TOKEN.upper(), COOKIE, "intent"),
        ("é" * 64, COOKIE, "intent"),
        (Csrf("another secret key of the same length").token(COOKIE, "intent"), COOKIE, "intent"),
    ],
)
def test_every_other_form_is_refused(token: str, cookie: str | None, purpose: str) -> None:
    assert not CSRF.matches(token, cookie, purpose)


def test_only_cookies_of_our_shape_are_used() -> None:
    assert usable_cookie(COOKIE) == COOKIE
    for strange in (None, "", "x", COOKIE + "x", COOKIE[:-1] + ".", "é" * 22):
        assert usable_cookie(strange) is None
    assert usable_cookie(new_cookie())
    assert new_cookie() != new_cookie()
