"""Runs the real command line, with settings that only the test chooses."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

COMMAND = (sys.executable, "-m", "wasl")
SECRET_KEY = "a-secret-key-that-only-tests-use-0123456789"


def environment(database_url: str | None, **settings: object) -> dict[str, str]:
    """What this process has, without any WASL_* of the person who runs the tests.

    A setting that is None is not set.
    """
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("WASL_")}
    external = {"database_url": database_url, "secret_key": SECRET_KEY} if database_url else {}
    chosen = {k: v for k, v in (external | settings).items() if v is not None}
    return inherited | {f"WASL_{name.upper()}": str(value) for name, value in chosen.items()}


def run_wasl(
    *arguments: str, database_url: str | None = None, **settings: object
) -> subprocess.CompletedProcess[str]:
    # In an empty folder: a `.env` or `.wasl` that happens to lie around is not read.
    with tempfile.TemporaryDirectory(prefix="wasl-") as folder:
        return subprocess.run(
            [*COMMAND, *arguments],
            cwd=folder,
            env=environment(database_url, **settings),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


@dataclass(frozen=True)
class Application:
    """What `wasl operator create-application` prints."""

    application_id: str
    api_key: str
    access_token: str
    webhook_secret: str

    @property
    def headers(self) -> dict[str, str]:
        return {"X-API-Key": self.api_key, "Authorization": f"Bearer {self.access_token}"}


def create_application(
    database_url: str, name: str = "A shop", *options: str, **settings: object
) -> Application:
    done = run_wasl(
        *("operator", "create-application", "--name", name, "--json", *options),
        database_url=database_url,
        **settings,
    )
    assert done.returncode == 0, done.stderr
    return Application(**json.loads(done.stdout))
