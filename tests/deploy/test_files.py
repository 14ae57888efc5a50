"""What lies in deploy/ and the Dockerfile speaks of things that exist."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli import run_wasl
from wasl.config import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
FILES = [ROOT / "Dockerfile", *(path for path in DEPLOY.rglob("*") if path.is_file())]

COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def _unit_command(unit: Path) -> list[str]:
    [line] = re.findall(r"^ExecStart=/opt/wasl/bin/wasl (.*)$", unit.read_text(), re.MULTILINE)
    return str(line).replace("%i", "8001").split()


def _image_command() -> list[str]:
    [line] = re.findall(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    command: list[str] = yaml.safe_load(line)
    return command


COMMANDS = [
    *(one["command"] for one in COMPOSE["services"].values() if one.get("image") == "wasl:local"),
    *(_unit_command(unit) for unit in UNITS),
    _image_command(),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_is_one_of_ours(command: list[str]) -> None:
    done = run_wasl(*command, "--help")
    assert done.returncode == 0, done.stderr


def test_every_setting_that_is_named_exists() -> None:
    known = {f"WASL_{name.upper()}" for name in Settings.model_fields}
    named = {name for path in FILES for name in re.findall(r"\bWASL_[A-Z_]+", path.read_text())}
    assert len(named) > 4
    assert named <= known


def test_there_are_two_api_processes_and_two_workers() -> None:
    replicas = {name: COMPOSE["services"][name]["deploy"]["replicas"] for name in ("api", "worker")}
    assert replicas == {"api": 2, "worker": 2}


def test_the_image_is_made_of_what_is_there_and_not_left_out() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", dockerfile, re.MULTILINE)
    sources = {source for line in copied for source in line.split()}
    assert sources == {"requirements/runtime.txt", "pyproject.toml", "README.md", "LICENSE", "src"}
    kept = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    assert set(kept) == sources
    assert all((ROOT / source).exists() for source in sources)


def test_the_image_runs_as_nobody_in_particular() -> None:
    last_stage = (ROOT / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    assert re.search(r"^USER wasl$", last_stage, re.MULTILINE)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_hold_only_what_systemd_knows(unit: Path, tmp_path: Path) -> None:
    text = unit.read_text()
    known_sections = {"Unit", "Service", "Install"}
    assert set(re.findall(r"^\[(\w+)\]$", text, re.MULTILINE)) <= known_sections
    analyze = shutil.which("systemd-analyze")
    if analyze is None:  # on other people's machines
        return
    here = tmp_path / unit.name.replace("@", "@8001")
    here.write_text(text.replace("/opt/wasl/bin/wasl", "/bin/true"))
    done = subprocess.run(
        [analyze, "verify", str(here)], capture_output=True, text=True, timeout=60, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if unit.name.split("@")[0] in line]
    assert complaints == []
