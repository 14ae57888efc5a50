"""The documentation says what is true: what it names exists, and what exists is named."""

import re
from pathlib import Path

import typer.main

from wasl.cli import app
from wasl.config import Settings
from wasl.config.word_lists import REASONS

ROOT = Path(__file__).parents[2]


def _text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_every_setting_is_documented_with_its_default() -> None:
    rows = re.findall(r"^\| `WASL_(\w+)` \| (.*?) \|", _text("docs/operations.md"), re.MULTILINE)
    documented = {name.lower(): default.strip("`") for name, default in rows}
    defaults = {name: _written(field.default) for name, field in Settings.model_fields.items()}
    assert documented.keys() == defaults.keys()
    for name, default in defaults.items():
        assert documented[name].casefold() == default.casefold()


def _written(default: object) -> str:
    """As an operator would write it; lists with commas."""
    if default is None or default in ({}, ()):
        return "none"
    return ",".join(default) if isinstance(default, tuple) else str(default)


def test_every_reason_that_can_be_set_is_documented() -> None:
    paragraph = _text("docs/operations.md").split("\nReasons: ")[1].split("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", paragraph)) == set(REASONS)


def test_every_command_is_in_the_readme() -> None:
    rows = re.findall(r"^\| `wasl ([^`]+)`", _text("README.md"), re.MULTILINE)
    named = {row.split(" --")[0] for row in rows}
    root = typer.main.get_command(app)
    commands = set()
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        children = getattr(command, "commands", None)
        commands |= {f"{name} {child}" for child in children} if children else {name}
    assert named == commands


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", _text("Makefile"), re.MULTILINE))
    for page in ("README.md", *(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md"))):
        for target in re.findall(r"`?make ([a-z]+)`", _text(page)):
            assert target in targets, f"{page} names make {target}"


def test_every_link_between_pages_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_operating_address_is_documented() -> None:
    source = _text("src/wasl/web/operating.py")
    addresses = re.findall(r'"(/[a-z]+)": \{"GET"', source)
    assert addresses
    documented = _text("docs/operations.md")
    assert [path for path in addresses if f"| `{path}` |" not in documented] == []


def test_every_log_event_is_documented() -> None:
    documented = _text("docs/operations.md")
    events = {"request"}
    for file in (ROOT / "src" / "wasl").rglob("*.py"):
        text = file.read_text("utf-8")
        events |= set(re.findall(r'log\.(?:warning|error|exception)\(\s*"(\w+)"', text))
    assert [event for event in sorted(events) if f"`{event}`" not in documented] == []
