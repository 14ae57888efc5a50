"""The SDK is built and installed by itself, with nothing of the service."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

SDK = Path(__file__).parents[2] / "src" / "wasl_sdk"

# What an empty environment may borrow from ours: the SDK's one dependency, and what that needs.
BORROWED = ("httpx", "httpcore", "h11", "anyio", "certifi", "idna", "typing_extensions")

PROBE = """
import importlib.metadata, importlib.util, pathlib, sys
import wasl_sdk, wasl_sdk.receivers
for name in ("wasl", "wasl_sandbox", "examples", "tests", "starlette", "flask", "django"):
    assert importlib.util.find_spec(name) is None, name
home = pathlib.Path(wasl_sdk.__file__).parent
assert home.is_relative_to(sys.prefix), home
assert (home / "py.typed").exists()
assert importlib.metadata.requires("wasl-sdk") == ["httpx<1,>=0.28"]
client = wasl_sdk.WaslClient("https://pay.example/api/v1", api_key="pk_a", access_token="at_a")
client.close()
print(importlib.metadata.version("wasl-sdk"))
"""


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-d", str(folder), cwd=SDK)
    return folder


@pytest.mark.parametrize("form", ["*.whl", "*.tar.gz"])
def test_it_installs_alone_into_an_empty_environment(dist: Path, form: str, tmp_path: Path) -> None:
    (artefact,) = dist.glob(form)
    home = tmp_path / "empty"
    venv.create(home, with_pip=False)
    python = str(home / "bin" / "python")
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # Our pip, offline; it builds with the hatchling that is installed here.
    run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--no-index", "--no-deps", "--no-build-isolation", "--target", str(site), str(artefact)),
    )
    for name in BORROWED:
        borrow(name, site)
    assert run(python, "-I", "-c", PROBE, cwd=tmp_path).strip() == "0.1.0"


def borrow(name: str, site: Path) -> None:
    ours = Path(pytest.__file__).parents[1]
    module = ours / name
    found = module if module.is_dir() else module.with_suffix(".py")
    (site / found.name).symlink_to(found)


def test_the_wheel_holds_the_code_and_nothing_else(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    names = {n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n}
    sources = {*SDK.rglob("*.py"), SDK / "py.typed"}
    assert names == {f"wasl_sdk/{source.relative_to(SDK)}" for source in sources}


def run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
