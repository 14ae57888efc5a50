import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No WASL_* variable of the person who runs the tests, and no `.env` either."""
    for name in os.environ:
        if name.startswith("WASL_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
