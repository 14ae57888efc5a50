"""A web site of the test's own, on a real port: a page to try things on, or a merchant's shop."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Visit:
    """As it arrived, to the byte."""

    method: str
    target: str
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Answer:
    body: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class Site:
    def __init__(self, url: str) -> None:
        self.url = url
        # Browsers ask for it by themselves.
        self.answers = {"/favicon.ico": Answer("", 204)}
        self.visits: list[Visit] = []

    def page(self, path: str, body: str, status: int = 200, policy: str | None = None) -> str:
        """Its address."""
        headers = {} if policy is None else {"Content-Security-Policy": policy}
        html = f"<!doctype html><html lang=en><title>A page</title><body>{body}</body></html>"
        self.answers[path] = Answer(html, status, headers)
        return f"{self.url}{path}"


@contextmanager
def running_site() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def _answer(self) -> None:
            if self.path != "/favicon.ico":
                site.visits.append(Visit(self.command, self.path, dict(self.headers)))
            answer = site.answers.get(self.path.split("?")[0], Answer("not here", 404))
            body = answer.body.encode()
            self.send_response(answer.status)
            headers = {"Content-Type": "text/html; charset=utf-8"} | dict(answer.headers)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        site = Site(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
