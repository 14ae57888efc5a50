"""Where `wasl listen` keeps how far it has come, so that a restart loses nothing."""

import fcntl
import hashlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import IO

from wasl.cli.command_error import CommandError


class AlreadyListening(CommandError):
    def __init__(self) -> None:
        super().__init__("another `wasl listen` forwards the events of this application already")


class CursorUnreadable(CommandError):
    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} cannot be read: start with --from now or --from start")


class CursorFile:
    """One for each application and server. Inside `with`, nobody else uses it."""

    def __init__(self, server: str, application_id: str) -> None:
        name = f"{application_id}-{hashlib.sha256(server.encode()).hexdigest()[:12]}"
        self._path = _state_folder() / f"{name}.json"
        self._about = {"server": server, "application_id": application_id}
        # Not the file itself: that is replaced at every step.
        self._lock_path = self._path.with_suffix(".lock")
        self._lock: IO[str] | None = None

    def __enter__(self) -> "CursorFile":
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = self._lock_path.open("a")
        try:
            # The kernel lets go of it however the process ends.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise AlreadyListening from None
        self._lock = lock
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        assert self._lock is not None
        self._lock.close()

    def read(self) -> str | None:
        try:
            return str(json.loads(self._path.read_bytes())["cursor"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            raise CursorUnreadable(self._path) from None

    def write(self, cursor: str) -> None:
        """Whole or not at all, and there after a power cut."""
        unfinished = self._path.with_suffix(".unfinished")
        with unfinished.open("w") as file:
            json.dump({**self._about, "cursor": cursor}, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _state_folder() -> Path:
    given = Path(os.environ.get("XDG_STATE_HOME", ""))
    base = given if given.is_absolute() else Path.home() / ".local" / "state"
    return base / "wasl" / "listen"
