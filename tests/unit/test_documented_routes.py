"""Every address that the service answers is in the documentation."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from wasl.asgi import SharedState, Surroundings, build_app
from wasl.web.access_log import AccessLog
from wasl.web.metrics import RequestMetrics
from wasl.web.observer import UNMATCHED
from wasl.web.rate_limiter import RateLimiter

ROOT = Path(__file__).parents[2]
_ADDRESS = re.compile(r"(?:`|\b(?:GET|POST) +)(/[\w/{}.-]*)")


class _Nothing:
    """In the place of every service: no request is made."""

    def __getattr__(self, name: str) -> "_Nothing":
        return self


@pytest.fixture(scope="module")
def answered() -> set[str]:
    found: list[str] = []

    class Metrics(RequestMetrics):
        def register(self, routes: Sequence[str]) -> Any:
            found.extend(routes)
            return super().register(routes)

    limiter = RateLimiter(1, 1)
    nothing: Any = _Nothing()
    build_app(
        nothing,
        SharedState(limiter, limiter, limiter, Metrics(1)),
        AccessLog(False),
        Surroundings("https://pay.example.ly", (), "k" * 48),
    )
    # What catches the rest says that nothing is there.
    return {path for path in found if path != UNMATCHED and ":path}" not in path}


def _documented() -> set[str]:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return {address for page in pages for address in _ADDRESS.findall(page.read_text("utf-8"))}


def test_every_address_is_documented(answered: set[str]) -> None:
    assert len(answered) > 50
    assert sorted(answered - _documented()) == []
