"""`python -m examples.shop --port 8080`, from the root of the repository."""

import argparse
import sys

import uvicorn

from examples.shop.app import create_app
from examples.shop.settings import MissingSetting, Settings


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m examples.shop", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--fd", type=int, help="a socket that listens already, instead of a port")
    asked = parser.parse_args()
    try:
        settings = Settings.from_environment(default_url=f"http://localhost:{asked.port}")
    except MissingSetting as missing:
        sys.exit(str(missing))
    uvicorn.run(
        create_app(settings), host=asked.host, port=asked.port, fd=asked.fd, access_log=False
    )


if __name__ == "__main__":
    main()
