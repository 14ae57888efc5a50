"""A merchant's shop beside the service, for development: any module that takes a socket."""

import os
import runpy
import socket
import sys
from collections.abc import Mapping
from pathlib import Path


def shop_environment(public_url: str, shop_url: str, demo: Mapping[str, str]) -> dict[str, str]:
    """What a merchant would be told."""
    return {
        "WASL_API_URL": f"{public_url}/api/v1",
        "WASL_API_KEY": demo["api_key"],
        "WASL_ACCESS_TOKEN": demo["access_token"],
        "WASL_WEBHOOK_SECRET": demo["webhook_secret"],
        "SHOP_URL": shop_url,
    }


def run_shop(module: str, listener: socket.socket, environment: Mapping[str, str]) -> None:
    """`module` is found from the current folder, as `python -m` finds it."""
    os.environ.update(environment)
    sys.path.insert(0, str(Path.cwd()))
    sys.argv = [module, "--fd", str(listener.fileno())]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
