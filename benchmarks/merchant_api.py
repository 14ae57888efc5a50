"""The rows of the merchant API. Everything compared is measured in turns, in the same run."""

import statistics
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from benchmarks import latency, postgres, stack
from benchmarks.load import Load, run_load
from benchmarks.report import Report
from benchmarks.requests import creates, reads
from benchmarks.stack import Service

CONNECTIONS: Final = 256
_BODY_BYTES: Final = 560
_SMALL_ROWS: Final = 10_000


def measure(report: Report, database_url: str, large_rows: int, rounds: int, seconds: int) -> None:
    with ExitStack() as running:
        small = running.enter_context(stack.service(report.database(database_url, "small")))
        stock = running.enter_context(stack.bare("stock", _BODY_BYTES))
        ours = running.enter_context(stack.bare("wasl", _BODY_BYTES))
        with report.step(f"filling a table with {_SMALL_ROWS:,} intents") as step:
            postgres.fill(small, _SMALL_ROWS, step)
        _warm_up(small, stock, ours)
        insert_only = running.enter_context(stack.insert_only(small))
        _idle_latency(report, small, stock, insert_only, rounds)
        _creates(report, small, rounds, seconds)
        with stack.select_only(small) as least:
            _reads(report, small, stock, ours, least, rounds, seconds)
        large = running.enter_context(stack.service(report.database(database_url, "large")))
        with report.step(f"filling a table with {large_rows:,} intents") as step:
            postgres.fill(large, large_rows, step)
        _sizes(report, small, large, large_rows, rounds, seconds)
        report.figure("memory of a server process", _span(small.memory_mb()), "MB")


def _warm_up(small: Service, *ports: int) -> None:
    run_load(small.port, CONNECTIONS, 2, creates(small))
    for port in ports:
        run_load(port, CONNECTIONS, 1, creates(small))


def _idle_latency(
    report: Report, small: Service, bare_port: int, insert_only_port: int, rounds: int
) -> None:
    created, least, inserted, round_trip = [], [], [], []
    # Many short turns: what else the machine does for a second then hits all three alike.
    for _ in report.rounds("one request at a time", rounds * 5):
        created.append(latency.create_p50_ms(small, small.port, 0.2))
        least.append(latency.create_p50_ms(small, insert_only_port, 0.2))
        inserted.append(latency.insert_p50_ms(small, 200))
        round_trip.append(latency.create_p50_ms(small, bare_port, 0.1))
    sums = [i + b for i, b in zip(inserted, round_trip, strict=True)]
    report.figure("create alone, p50", f"{statistics.median(created):.3f}", "ms")
    report.figure("INSERT through asyncpg alone, p50", f"{statistics.median(inserted):.3f}", "ms")
    report.figure("bare round trip, p50", f"{statistics.median(round_trip):.3f}", "ms")
    report.ratio(
        "create alone ÷ (INSERT + bare round trip), p50",
        [c / s for c, s in zip(created, sums, strict=True)],
        at_most=1.5,
    )
    report.ratio(
        "a callable that makes this INSERT and nothing else ÷ the same",
        [c / s for c, s in zip(least, sums, strict=True)],
    )


def _creates(report: Report, small: Service, rounds: int, seconds: int) -> None:
    loads, inserts = [], []
    for _ in report.rounds("creates beside pgbench", rounds):
        loads.append(_load(small, creates(small), seconds, expected=201))
        inserts.append(postgres.pgbench_inserts_per_second(small, seconds))
    report.load("creates", loads, stack.WORKERS)
    report.figure(
        f"pgbench inserts ({postgres.CLIENTS} clients)", f"{statistics.median(inserts):,.0f}", "/s"
    )
    pairs = zip(loads, inserts, strict=True)
    report.ratio("creates ÷ pgbench inserts", [a.per_second / b for a, b in pairs], at_least=1.0)


def _reads(
    report: Report, small: Service, stock: int, ours: int, least: int, rounds: int, seconds: int
) -> None:
    requests = reads(small, postgres.some_uuids(small, 10_000))
    run_load(least, CONNECTIONS, 1, requests)
    loads, on_stock, on_ours, found = [], [], [], []
    for _ in report.rounds("reads beside a bare callable", rounds):
        loads.append(_load(small, requests, seconds, expected=200))
        on_stock.append(run_load(stock, CONNECTIONS, seconds, requests).per_second)
        found.append(run_load(least, CONNECTIONS, seconds, requests).per_second)
        on_ours.append(run_load(ours, CONNECTIONS, seconds, requests).per_second)
    report.load("reads", loads, stack.WORKERS)
    report.figure("bare callable on uvicorn's protocol", _per_second(on_stock), "/s")
    report.figure("bare callable on our protocol", _per_second(on_ours), "/s")
    rates = [load.per_second for load in loads]
    report.ratio(
        "reads ÷ bare callable on uvicorn's protocol",
        [a / b for a, b in zip(rates, on_stock, strict=True)],
        at_least=0.7,
    )
    report.ratio(
        "a callable that looks up in batches and nothing else ÷ the same",
        [a / b for a, b in zip(found, on_stock, strict=True)],
    )
    report.ratio(
        "reads ÷ bare callable on our protocol",
        [a / b for a, b in zip(rates, on_ours, strict=True)],
    )


def _sizes(
    report: Report, small: Service, large: Service, large_rows: int, rounds: int, seconds: int
) -> None:
    # As many requests for both: the memory of who sends them must not differ.
    small_reads = reads(small, postgres.some_uuids(small, 10_000) * 5)
    large_reads = reads(large, postgres.some_uuids(large, 50_000))
    run_load(large.port, CONNECTIONS, 3, creates(large))
    created, read = [], []
    for _ in report.rounds("a small table beside a large one", rounds):
        created.append(
            _load(large, creates(large), seconds, expected=201).per_second
            / _load(small, creates(small), seconds, expected=201).per_second
        )
        read.append(
            _load(large, large_reads, seconds, expected=200).per_second
            / _load(small, small_reads, seconds, expected=200).per_second
        )
    beside = f"with {large_rows:,} stored ÷ with {_SMALL_ROWS:,}"
    report.ratio(f"creates {beside}", created, at_least=0.85)
    report.ratio(f"reads {beside}", read, at_least=0.85)


def _load(service: Service, requests: Callable[..., object], seconds: int, expected: int) -> Load:
    load = run_load(service.port, CONNECTIONS, seconds, requests)  # type: ignore[arg-type]
    if set(load.statuses) != {expected}:
        raise RuntimeError(f"expected {expected} alone, got {dict(load.statuses)}")
    return load


def _per_second(rates: list[float]) -> str:
    return f"{statistics.median(rates):,.0f}"


def _span(values: list[float]) -> str:
    return f"{min(values):.0f}–{max(values):.0f}"


def folder() -> Path:
    return postgres.folder_on_disk()
