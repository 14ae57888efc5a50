"""Whose request it is, behind proxies and behind liars."""

from typing import Any

import pytest

from wasl.web.client_address import ClientAddress

PROXIES = ["10.0.0.0/8", "fd00::/8"]


def scope(client: str | None, *forwarded_for: str) -> dict[str, Any]:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded_for]
    return {"client": (client, 1234) if client else None, "headers": headers}


@pytest.mark.parametrize(
    ("client", "forwarded_for", "address"),
    [
        ("198.51.100.7", [], "198.51.100.7"),
        ("198.51.100.7", ["203.0.113.9"], "198.51.100.7"),
        ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["203.0.113.9, 10.0.0.2"], "203.0.113.9"),
        ("10.0.0.1", ["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["1.1.1.1", "203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["10.0.0.3"], "10.0.0.3"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("fd00::1", ["2001:db8::7"], "2001:db8::7"),
        ("10.0.0.1", ["not an address"], "not an address"),
        (None, ["203.0.113.9"], ""),
    ],
)
def test_only_what_a_trusted_proxy_added_is_believed(
    client: str | None, forwarded_for: list[str], address: str
) -> None:
    assert ClientAddress(PROXIES)(scope(client, *forwarded_for)) == address


def test_nobody_is_trusted_by_default() -> None:
    assert ClientAddress([])(scope("10.0.0.1", "203.0.113.9")) == "10.0.0.1"
