"""How much memory there is: of the machine, or of the container that we run in."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

# Where the kernel tells a container's limit: in its newer and in its older form.
_LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
# A small machine, where the system does not say.
_WHERE_NOT_TOLD: Final = 2**30


def memory_bytes(limits: Sequence[Path] = _LIMITS) -> int:
    return min([_physical(), *_told(limits)])


def _physical() -> int:
    if "SC_PHYS_PAGES" not in os.sysconf_names:
        return _WHERE_NOT_TOLD
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _told(limits: Sequence[Path]) -> list[int]:
    told = []
    for limit in limits:
        # Not there, or "max": no limit.
        with suppress(OSError, ValueError):
            told.append(int(limit.read_text()))
    return told
