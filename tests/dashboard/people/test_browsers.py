"""Browsers by the names people know."""

import pytest

from wasl.dashboard.people.browsers import browser_name

_WEBKIT = "AppleWebKit/537.36 (KHTML)"


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_WEBKIT} Chrome/140.0 Edg/140.0",
            "Edge, Windows",
        ),
        (
            f"Mozilla/5.0 (Linux; Android 14; K) {_WEBKIT} Chrome/140.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox, Linux",
        ),
        ("python-httpx/0.28.1", "python-httpx/0.28.1"),
        ("x" * 300, "x" * 60),
        (None, "–"),
    ],
)
def test_a_browser_is_called_by_its_name(user_agent: str | None, name: str) -> None:
    assert browser_name(user_agent) == name
