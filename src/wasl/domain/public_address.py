"""Which addresses a webhook may be sent to.

A merchant chooses the URL, so a request to it must not reach what only our own machines can
reach: their loopback, their network, the metadata service of their cloud.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

Address = IPv4Address | IPv6Address

_V4_REFUSED: Final = {
    IPv4Network("127.0.0.0/8"): "a loopback address",
    IPv4Network("10.0.0.0/8"): "a private address",
    IPv4Network("172.16.0.0/12"): "a private address",
    IPv4Network("192.168.0.0/16"): "a private address",
    IPv4Network("169.254.0.0/16"): "a link-local address, where clouds keep their metadata",
    IPv4Network("100.64.0.0/10"): "an address shared behind a carrier's NAT",
    IPv4Network("224.0.0.0/4"): "a multicast address",
    IPv4Network("0.0.0.0/8"): "an unspecified address",
    IPv4Network("192.0.0.0/24"): "a reserved address",
    IPv4Network("192.0.2.0/24"): "an address for documentation",
    IPv4Network("192.88.99.0/24"): "a reserved address",
    IPv4Network("198.18.0.0/15"): "an address for measurements",
    IPv4Network("198.51.100.0/24"): "an address for documentation",
    IPv4Network("203.0.113.0/24"): "an address for documentation",
    IPv4Network("240.0.0.0/4"): "a reserved address",
}
_V6_REFUSED: Final = {
    IPv6Network("::1/128"): "a loopback address",
    IPv6Network("::/128"): "an unspecified address",
    IPv6Network("::ffff:0:0/96"): "an IPv4 address in an IPv6 form",
    IPv6Network("::/96"): "an IPv4 address in an IPv6 form",
    IPv6Network("64:ff9b::/96"): "an IPv4 address in a NAT64 form",
    IPv6Network("64:ff9b:1::/48"): "an IPv4 address in a NAT64 form",
    IPv6Network("2002::/16"): "an IPv4 address in a 6to4 form",
    IPv6Network("2001::/32"): "an IPv4 address in a Teredo form",
    IPv6Network("fc00::/7"): "a private address",
    IPv6Network("fe80::/10"): "a link-local address",
    IPv6Network("fec0::/10"): "a private address",
    IPv6Network("ff00::/8"): "a multicast address",
    IPv6Network("2001::/23"): "a reserved address",
    IPv6Network("2001:db8::/32"): "an address for documentation",
    IPv6Network("3fff::/20"): "an address for documentation",
}
# Of IPv6 only this part is given out for the public network; the rest is refused unnamed.
_V6_PUBLIC: Final = IPv6Network("2000::/3")

# What a developer's machine and its containers use.
_DEVELOPMENT: Final = (
    IPv4Network("127.0.0.0/8"),
    IPv4Network("10.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
    IPv6Network("::1/128"),
    IPv6Network("fc00::/7"),
)


def refusal_of_address(text: str, allow_private: bool) -> str | None:
    """Why a webhook may not go to this address, in words; None where it may."""
    address = ip_address(text)
    if allow_private and any(address in network for network in _DEVELOPMENT):
        return None
    kind = _kind_of(address)
    return None if kind is None else f"{address} is {kind}"


def _kind_of(address: Address) -> str | None:
    refused = _V4_REFUSED if isinstance(address, IPv4Address) else _V6_REFUSED
    for network, kind in refused.items():
        if address in network:
            return kind
    if isinstance(address, IPv6Address) and address not in _V6_PUBLIC:
        return "a reserved address"
    return None if address.is_global else "not a public address"
