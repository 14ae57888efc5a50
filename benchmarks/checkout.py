"""The rows of the hosted checkout."""

import re
from contextlib import ExitStack
from typing import Final
from urllib.request import urlopen

from benchmarks import postgres, stack
from benchmarks.load import run_load
from benchmarks.report import Report
from benchmarks.requests import page_views

_CONNECTIONS: Final = 64
_INTENTS: Final = 10_000
_KB: Final = 1000


def measure(report: Report, database_url: str, rounds: int, seconds: int) -> None:
    with ExitStack() as running:
        service = running.enter_context(stack.service(report.database(database_url, "checkout")))
        with report.step(f"filling a table with {_INTENTS:,} intents") as step:
            postgres.fill(service, _INTENTS, step)
        uuids = postgres.some_uuids(service, _INTENTS)
        page = _fetch(service.port, f"/checkout/{uuids[0]}")
        bare = running.enter_context(stack.bare("wasl", len(page)))
        requests = page_views(uuids)
        run_load(service.port, _CONNECTIONS, 2, requests)
        loads, bare_rates = [], []
        for _ in report.rounds("checkout pages beside a bare callable", rounds):
            loads.append(run_load(service.port, _CONNECTIONS, seconds, requests))
            bare_rates.append(run_load(bare, _CONNECTIONS, seconds, requests).per_second)
            if set(loads[-1].statuses) != {200}:
                raise RuntimeError(f"expected 200 alone, got {dict(loads[-1].statuses)}")
        report.load("checkout page views", loads, stack.WORKERS)
        pairs = zip(loads, bare_rates, strict=True)
        report.ratio(
            "checkout page views ÷ bare callable with a body of that size",
            [load.per_second / rate for load, rate in pairs],
        )
        _weights(report, service.port, page)


def _weights(report: Report, port: int, page: bytes) -> None:
    """What a first view brings over the network."""
    files = {name.decode() for name in re.findall(rb"/static/[\w.-]+", page)}
    sizes = {name: len(_fetch(port, name)) for name in files}
    fonts = sum(size for name, size in sizes.items() if name.endswith(".woff2"))
    rest = len(page) + sum(sizes.values()) - fonts
    report.figure("checkout page itself", f"{len(page) / _KB:.1f}", "KB")
    report.figure("first view without the font", f"{rest / _KB:.1f}", "KB (at most 100)")
    report.figure("font files of a first view", f"{fonts / _KB:.1f}", "KB")


def _fetch(port: int, path: str) -> bytes:
    with urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        body: bytes = answer.read()
    return body
