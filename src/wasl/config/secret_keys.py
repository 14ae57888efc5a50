"""The keys that encrypt stored secrets: given by the operator, or kept beside the database."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Final

SECRET_KEY_MIN_CHARS: Final = 32


def split_keys(keys: str) -> list[str]:
    return [key.strip() for key in keys.split(",")]


def kept_key(data_dir: Path) -> str:
    path = data_dir / "secret_key"
    if not path.exists():
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private_file(path, secrets.token_urlsafe(48))
    return path.read_text().strip()


def write_private_file(path: Path, text: str) -> None:
    """Whole or not at all, and the first of several processes wins. Temporary files are 0600."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
        draft.write(text)
        draft.flush()
        os.fsync(draft.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft.name, path)
