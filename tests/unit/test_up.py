"""What `wasl up` sets for development, and what it leaves to who set it."""

import socket

import pytest

from wasl.cli.up import _for_development
from wasl.config import Settings


@pytest.mark.parametrize(
    ("settings", "allowed"),
    [
        (Settings(_env_file=None), True),
        (Settings(_env_file=None, webhook_allow_private=False), False),
    ],
)
def test_local_webhooks_are_allowed_unless_somebody_said_no(
    settings: Settings, allowed: bool
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("", 0)) as other:
        assert _for_development(settings, one, other).webhook_allow_private is allowed
    assert settings.webhook_allow_private is False
