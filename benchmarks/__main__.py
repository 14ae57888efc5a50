"""`make bench`."""

import argparse
import re
import shutil
from pathlib import Path

from benchmarks import checkout, dashboard, merchant_api, payment_engine, stack, webhooks
from benchmarks.report import Report

_DOCUMENT = Path("docs/performance.md")
_PARTS = ("merchant_api", "payment_engine", "checkout", "webhooks", "dashboard")
_DASHBOARD_ROWS = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", type=int, default=5_000_000, help="size of the large table")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each comparison")
    parser.add_argument("--seconds", type=int, default=4, help="length of one measurement")
    parser.add_argument("--only", choices=_PARTS, help="measure one part alone")
    parser.add_argument(
        "--write", action="store_true", help=f"put the table into {_DOCUMENT} as well"
    )
    options = parser.parse_args()
    report = Report()
    folder = merchant_api.folder()
    try:
        with stack.database(folder) as url:
            if options.only in (None, "merchant_api"):
                merchant_api.measure(report, url, options.rows, options.rounds, options.seconds)
            if options.only in (None, "payment_engine"):
                payment_engine.measure(report, url, options.rounds, options.seconds)
            if options.only in (None, "checkout"):
                checkout.measure(report, url, options.rounds, options.seconds)
            if options.only in (None, "webhooks"):
                webhooks.measure(report, url, options.rows, options.rounds)
            if options.only in (None, "dashboard"):
                rows = min(options.rows, _DASHBOARD_ROWS)
                dashboard.measure(report, url, rows, options.rounds)
    finally:
        shutil.rmtree(folder)
    report.print()
    if options.write:
        text = _DOCUMENT.read_text()
        table = f"<!-- bench -->\n{report.markdown()}\n<!-- /bench -->"
        _DOCUMENT.write_text(
            re.sub(r"<!-- bench -->.*<!-- /bench -->", lambda _: table, text, flags=re.DOTALL)
        )


if __name__ == "__main__":
    main()
