"""Processes other than our own: who they are, and whether they still run."""

import importlib
from typing import Any

# psutil has no types; imported this way it is Any, whatever stubs are installed.
_psutil: Any = importlib.import_module("psutil")


def children_of(pid: int) -> list[int]:
    return [child.pid for child in _psutil.Process(pid).children()]


def lives(pid: int) -> bool:
    """A zombie, which only waits for someone to ask after it, does not live."""
    try:
        return bool(_psutil.Process(pid).status() != _psutil.STATUS_ZOMBIE)
    except _psutil.NoSuchProcess:
        return False
