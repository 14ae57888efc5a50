"""The Chromium that browser tests drive: the system's, else the one Playwright downloads.

As a command it says whether there is one, for scripts/install-browser.sh.
"""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright, sync_playwright

# The first is the same engine without a window around it, and takes two thirds of the time.
_NAMES = (
    "chromium-headless-shell",
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)

# Nothing here needs a GPU, and pages open twice as fast without looking for one.
_ARGUMENTS = ("--disable-gpu",)


@functools.cache
def system_chromium() -> str | None:
    """One that runs: what Ubuntu calls chromium-browser may only name a snap to install."""
    found = (shutil.which(name) for name in _NAMES)
    return next((path for path in found if path is not None and _runs(path)), None)


def _runs(path: str) -> bool:
    try:
        told = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return told.returncode == 0 and "Chrom" in told.stdout


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """An event loop runs in this thread until the end: no `asyncio.run` beside it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**_options())
        try:
            yield browser
        finally:
            browser.close()


def _options() -> dict[str, Any]:
    as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    return {"executable_path": system_chromium(), "args": [*_ARGUMENTS, *as_root]}


def _downloaded(playwright: Playwright) -> bool:
    return Path(playwright.chromium.executable_path).exists()


def is_installed() -> bool:
    if system_chromium() is not None:
        return True
    with sync_playwright() as playwright:
        return _downloaded(playwright)


if __name__ == "__main__":
    sys.exit(0 if is_installed() else 1)
