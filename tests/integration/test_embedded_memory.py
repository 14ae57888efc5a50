"""The embedded database takes a part of the memory that there is."""

from pathlib import Path

import pytest

from tests.support.database import connected
from wasl.storage import embedded
from wasl.storage.embedded import EmbeddedPostgres


@pytest.mark.parametrize(
    ("memory_mb", "shared_buffers"), [(256, "128MB"), (2048, "512MB"), (65536, "2GB")]
)
def test_a_quarter_of_the_memory_within_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory_mb: int, shared_buffers: str
) -> None:
    monkeypatch.setattr(embedded, "memory_bytes", lambda: memory_mb * 2**20)
    database = EmbeddedPostgres(tmp_path)
    with connected(database.start()) as connection:
        assert connection.value("SHOW shared_buffers") == shared_buffers
    database.stop()
