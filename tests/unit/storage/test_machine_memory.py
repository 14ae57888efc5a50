import os
from pathlib import Path

import pytest

from wasl.storage.machine_memory import memory_bytes

PHYSICAL = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (None, PHYSICAL),
        ("max\n", PHYSICAL),
        ("536870912\n", 512 * 2**20),
        # What the older form says where there is no limit.
        ("9223372036854771712\n", PHYSICAL),
    ],
)
def test_the_least_of_what_is_there_and_what_is_allowed(
    tmp_path: Path, told: str | None, expected: int
) -> None:
    limit = tmp_path / "memory.max"
    if told is not None:
        limit.write_text(told)
    assert memory_bytes([tmp_path / "elsewhere", limit]) == expected


def test_a_system_that_does_not_say_counts_as_a_small_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sysconf_names", {})
    assert memory_bytes([]) == 2**30
