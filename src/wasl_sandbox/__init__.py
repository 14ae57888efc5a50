"""Simulators of the three payment providers, on their own wire protocols.

A separate app: it imports nothing of `wasl`, so that an error in ours cannot hide in its twin.
"""

from wasl_sandbox.app import create_app
from wasl_sandbox.server import run, sandbox_server, serve_on
from wasl_sandbox.settings import SandboxSettings

__all__ = ["SandboxSettings", "create_app", "run", "sandbox_server", "serve_on"]
