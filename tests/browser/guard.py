"""Watches everything a browser does in a test. Whatever a careful reviewer would frown at is noted.

Console errors and warnings (a broken Content-Security-Policy is one), errors in scripts, requests
that failed or went to another host, and answers that say the service broke.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

_HARMLESS_SCHEMES = ("about", "blob", "data")
_STATUS_NOTE = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")


class Guard:
    def __init__(self, context: BrowserContext, home: str) -> None:
        """`home` is the one origin that pages may speak to."""
        self._context = context
        self._problems: list[str] = []
        self.requests: list[Request] = []
        self._origins = [origin_of(home)]
        # Pages that are errors by themselves: Chromium notes their status, too.
        self._refused_pages: set[str] = set()
        context.on("console", self._on_console)
        context.on("weberror", self._on_script_error)
        context.on("request", self._on_request)
        context.on("requestfailed", self._on_failed_request)
        context.on("response", self._on_response)

    def allow(self, url: str) -> None:
        """For a test that has to speak to somebody else all the time."""
        self._origins.append(origin_of(url))

    @contextmanager
    def allowing(self, url: str) -> Iterator[None]:
        """For a step that has to speak to somebody else."""
        self.allow(url)
        try:
            yield
        finally:
            self._origins.remove(origin_of(url))

    def take_notes(self) -> list[str]:
        """What was noted since the last time."""
        for page in self._context.pages:
            page.evaluate("1")  # what happened before this answer has been heard of
        noted = [problem for problem in self._problems if not self._is_about_a_page(problem)]
        self._problems.clear()
        return noted

    def assert_calm(self) -> None:
        noted = self.take_notes()
        assert not noted, "\n".join(noted)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            where = message.location["url"]
            self._note(f"console {message.type}: {message.text} ({where})")

    def _on_script_error(self, error: WebError) -> None:
        self._note(f"script error: {error.error.message}")

    def _on_request(self, request: Request) -> None:
        self.requests.append(request)
        scheme = urlsplit(request.url).scheme
        if scheme not in _HARMLESS_SCHEMES and origin_of(request.url) not in self._origins:
            self._note(f"request to another host: {request.url}")

    def _on_failed_request(self, request: Request) -> None:
        # A page that is left breaks off what it began; what is blocked fails in other words.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"request failed: {request.method} {request.url}: {request.failure}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 500:
            self._note(f"answer {response.status}: {response.url}")
        elif response.status >= 400 and response.request.is_navigation_request():
            self._refused_pages.add(response.url)
        elif response.status >= 400:
            self._note(f"answer {response.status}: {response.url}")

    def _note(self, problem: str) -> None:
        self._problems.append(problem)

    def _is_about_a_page(self, problem: str) -> bool:
        """A page that says 404 or 422 in words is no broken part of another page."""
        status = _STATUS_NOTE.search(problem)
        if status is None or int(status[1]) >= 500:
            return False
        return any(problem.endswith(f"({page})") for page in self._refused_pages)


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
