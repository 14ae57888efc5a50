"""Collects the rows, shows progress meanwhile, and prints one table."""

import asyncio
import os
import platform
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.load import Load
from benchmarks.postgres import new_database


@dataclass
class Row:
    name: str
    value: str
    bound: str = ""
    met: bool | None = None


@dataclass
class Report:
    console: Console = field(default_factory=lambda: Console(stderr=True))
    rows: list[Row] = field(default_factory=list)

    def figure(self, name: str, value: str, unit: str) -> None:
        self._add(Row(name, f"{value} {unit}"))

    def ratio(
        self,
        name: str,
        values: Sequence[float],
        *,
        at_least: float | None = None,
        at_most: float | None = None,
    ) -> None:
        """The median of the rounds, with the lowest and the highest."""
        middle = statistics.median(values)
        text = f"{middle:.2f} ({min(values):.2f}–{max(values):.2f})"
        if at_least is not None:
            self._add(Row(name, text, f"at least {at_least}", round(middle, 2) >= at_least))
        elif at_most is not None:
            self._add(Row(name, text, f"at most {at_most}", round(middle, 2) <= at_most))
        else:
            self._add(Row(name, text))

    def load(self, name: str, loads: Sequence[Load], cores: int) -> None:
        rate = statistics.median(load.per_second for load in loads)
        self.figure(name, f"{rate:,.0f}", "/s")
        self.figure(f"{name} per core", f"{rate / cores:,.0f}", "/s")
        for share in (0.5, 0.95, 0.99):
            middle = statistics.median(load.percentile_ms(share) for load in loads)
            self.figure(f"{name} under full load, p{share * 100:.0f}", f"{middle:.1f}", "ms")

    def _add(self, row: Row) -> None:
        self.rows.append(row)
        self.console.print(f"  {row.name}: [bold]{row.value}[/bold]  {row.bound}")

    def rounds(self, name: str, count: int) -> Iterator[int]:
        for number in range(count):
            self.console.print(f"[dim]{name}, round {number + 1} of {count}[/dim]")
            yield number

    @contextmanager
    def step(self, name: str) -> Iterator[Callable[[int], None]]:
        self.console.print(f"[dim]{name}[/dim]")
        yield lambda done: self.console.print(f"[dim]  {done:,}[/dim]")

    def database(self, url: str, name: str) -> str:
        return asyncio.run(new_database(url, f"bench_{name}"))

    def print(self) -> None:
        table = Table(title=machine())
        for heading in ("measured", "figure", "bound", ""):
            table.add_column(heading)
        for row in self.rows:
            mark = {None: "", True: "[green]met[/green]", False: "[red]missed[/red]"}[row.met]
            table.add_row(row.name, row.value, row.bound, mark)
        Console(width=130).print(table)

    def markdown(self) -> str:
        lines = [
            f"{machine()}.",
            "",
            "| measured | figure | bound | |",
            "| --- | --- | --- | --- |",
        ]
        for row in self.rows:
            mark = {None: "", True: "met", False: "**missed**"}[row.met]
            lines.append(f"| {row.name} | {row.value} | {row.bound} | {mark} |")
        return "\n".join(lines)


def machine() -> str:
    return (
        f"{_processor()}, {os.cpu_count()} cores, {_memory_gb():.0f} GB, {platform.system()} "
        f"{platform.machine()}, Python {platform.python_version()}, PostgreSQL 18, "
        f"{datetime.now(UTC):%Y-%m-%d}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except FileNotFoundError:
        return platform.processor()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def _memory_gb() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
