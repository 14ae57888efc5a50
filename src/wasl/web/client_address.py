"""Whose request it is, also behind proxies of ours."""

import ipaddress
from collections.abc import Sequence

from wasl.web.asgi_types import Scope

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class ClientAddress:
    """A proxy we trust adds the address it was called from at the end of X-Forwarded-For.

    What stands before the last address that is not a proxy's own was sent by the client and
    proves nothing.
    """

    def __init__(self, trusted_proxies: Sequence[str]) -> None:
        self._trusted = [ipaddress.ip_network(network) for network in trusted_proxies]

    def __call__(self, scope: Scope) -> str:
        client = scope["client"]
        address = client[0] if client else ""
        hops = _forwarded_for(scope)
        while hops and self._is_trusted(address):
            address = hops.pop()
        return address

    def _is_trusted(self, address: str) -> bool:
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._trusted)


def _forwarded_for(scope: Scope) -> list[str]:
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    hops = b",".join(values).decode("latin-1").split(",")
    return [hop.strip() for hop in hops if hop.strip()]
