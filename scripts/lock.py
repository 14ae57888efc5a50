"""Pins every dependency with hashes, for every platform and Python version we support.

The lock files name no package index and no folder of the machine they were made on.
"""

import subprocess
import sys
from pathlib import Path

COMPILE = [
    *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--upgrade"),
    *("--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header"),
    *("--python-version", "3.11"),
]


def main() -> None:
    Path("requirements").mkdir(exist_ok=True)
    runtime = ["pyproject.toml", "--group", "build"]
    compile_to("requirements/runtime.txt", runtime)
    compile_to(
        "requirements/dev.txt", [*runtime, "--group", "dev", "-c", "requirements/runtime.txt"]
    )


def compile_to(target: str, sources: list[str]) -> None:
    subprocess.run([*COMPILE, *sources, "--output-file", target], check=True)
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
