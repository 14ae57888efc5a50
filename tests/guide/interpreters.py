"""Node.js and PHP, which run the guide's examples.

Where scripts/install-interpreters.sh can install them (root on Debian, and so on CI) they must be
there. On other machines an example that cannot be run is reported as skipped, with the reason.
"""

import os
import shutil
from pathlib import Path

import pytest

# By the kind of a code block. Python is the one that runs the tests, a shell is everywhere.
INTERPRETERS = {"js": "node", "php": "php"}

_DEBIAN_LIKE = Path("/etc/debian_version")


def must_be_there() -> bool:
    return bool(os.environ.get("CI")) or (os.geteuid() == 0 and _DEBIAN_LIKE.exists())


def need(program: str) -> None:
    if shutil.which(program) is not None:
        return
    missing = f"{program} is not installed, so this example was not run"
    if must_be_there():
        pytest.fail(f"{missing}: see scripts/install-interpreters.sh")
    pytest.skip(missing)
